import { createHash } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import { agencyName, logoPath } from '#domain/settings/brand.ts'
import { brandSheet } from '#domain/settings/colour.ts'
import { answersId, jsonInHtml, type RenderedPage, type SiteData, siteDataId } from '#domain/site/site.ts'
import { defaultDescription, type HeadProps, windowTitle } from '#web/shell/Head.tsx'
import { preloadedFont } from './preloaded-fonts.ts'
import { structuredDataOf } from './structured-data.ts'
import { builtFrom, loadedBy, textOf } from './vite-manifest.ts'

type Parts = {
  /** Undefined for the page that says that there is none. */
  path: string | undefined
  origin: string
  site: SiteData
  head: HeadProps
  body: string
  /** The sources of the page's own code. */
  sources: string[]
  /** Of a person's page: what its calls were answered with, by path, and when that was, in milliseconds since 1970. */
  person?: { answers: Record<string, string>; at: number }
}

/** The picture of previews where a page has none of its own. */
const defaultImage = '/previews/site.png'

/**
 * The whole document of a page. What it looks like stands in itself, so that it is drawn as soon as it has come; its
 * scripts are loaded at its first use (on-first-use.ts).
 */
export function documentOf({ path, origin, site, head, body, sources, person }: Parts): RenderedPage {
  const { agency } = site
  const { title, description = defaultDescription, image = defaultImage, noindex } = head
  const name = agencyName(agency)
  const { scripts, sheets } = loadedBy(['index.html', ...sources])
  const [app, ...also] = scripts
  const style = [textOf('/layers.css'), ...sheets.map(textOf), brandSheet(agency.colour)].join('\n')
  const theme = textOf('/theme.js')
  const onFirstUse = textOf(`/${builtFrom('on-first-use.ts').file}`)
  const icon = agency.logo
    ? `<link rel="icon" href="${logoPath(agency.logo.icon)}" type="image/png">`
    : '<link rel="icon" href="/mark.svg" type="image/svg+xml">'
  const meta = (attribute: string, of: string, content: string) =>
    `<meta ${attribute}="${of}" content="${escapeHtml(content)}">`
  const html = [
    `<!doctype html><html lang="en-IN"${person ? ` data-drawn="${person.at}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(windowTitle(title, name))}</title>`,
    meta('name', 'description', description),
    noindex ? meta('name', 'robots', 'noindex') : '',
    meta('name', 'application-name', name),
    `<style>${style}</style>`,
    ...preloadedFonts(sheets).map(
      (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="">`,
    ),
    `<script>${theme}</script>`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#f9f7f0" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#110e0b" media="(prefers-color-scheme: dark)">',
    icon,
    '<link rel="apple-touch-icon" href="/icon-192.png"><link rel="manifest" href="/manifest.webmanifest">',
    ...(person
      ? []
      : [
          path === undefined ? '' : `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
          meta('property', 'og:type', 'website'),
          meta('property', 'og:site_name', name),
          meta('property', 'og:title', title ?? windowTitle(title, name)),
          meta('property', 'og:description', description),
          path === undefined ? '' : meta('property', 'og:url', origin + path),
          meta('property', 'og:image', origin + image),
          meta('property', 'og:image:width', '1200') + meta('property', 'og:image:height', '630'),
          meta('property', 'og:locale', 'en_IN'),
          meta('name', 'twitter:card', 'summary_large_image'),
          `<script type="application/ld+json">${jsonInHtml(structuredDataOf(path, origin, site))}</script>`,
        ]),
    // Their rules stand above: the scripts find them here and do not load them again.
    ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}" disabled>`),
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="${siteDataId}">${jsonInHtml(site)}</script>`,
    person
      ? `<script type="application/json" id="${answersId}">${jsonInHtml(person.answers)}</script>` +
        '<noscript>You’re seeing this page without JavaScript. Turn it on to make changes and get live updates.</noscript>'
      : '',
    `<script type="module"${person ? ' data-now' : ''} data-app="${app}" data-also='${JSON.stringify(also)}'>`,
    `${onFirstUse}</script></body></html>`,
  ].join('')
  return {
    html,
    inline: {
      scripts: [theme, onFirstUse].map(digestOf),
      styles: [digestOf(style)],
      styleAttributes: [
        ...new Set([...body.matchAll(/ style="([^"]*)"/g)].map(([, value]) => digestOf(unescaped(value!)))),
      ],
    },
  }
}

const preloadedFonts = (sheets: readonly string[]): string[] =>
  sheets.flatMap((sheet) => textOf(sheet).match(new RegExp(`/assets/${preloadedFont.source}`, 'g')) ?? [])

const digestOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The value of an attribute as a browser reads it. */
const unescaped = (value: string): string =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
