import { escapeHtml } from '#domain/escape-html.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName, defaultName, logoPath } from '#domain/settings/brand.ts'
import { accentOf } from '#domain/settings/colour.ts'

/** The page of the web app as the agency's: its name and its icon, from the first paint on. */
export function brandedPage(html: string, agency: Agency): string {
  const { logo } = agency
  const named = html.replaceAll(defaultName, () => escapeHtml(agencyName(agency)))
  return logo
    ? named.replace('href="/mark.svg" type="image/svg+xml"', `href="${logoPath(logo.icon)}" type="image/png"`)
    : named
}

/** The manifest as the agency's: what the app is called on a telephone, its icon, its colour. */
export function brandedManifest(json: string, agency: Agency): string {
  const { logo, colour } = agency
  const manifest = JSON.parse(json.replaceAll(defaultName, () => quoted(agencyName(agency))))
  return JSON.stringify({
    ...manifest,
    ...(colour ? { theme_color: accentOf(colour).light.colour } : {}),
    ...(logo ? { icons: iconPurposes.map((purpose) => ({ ...icon, src: logoPath(logo.icon), purpose })) } : {}),
  })
}

const icon = { type: 'image/png', sizes: '512x512' }
const iconPurposes = ['any', 'maskable']

/** Text as it stands between the quotes of JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)
