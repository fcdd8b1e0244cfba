// Renders every public page as the demo has it, and as a new agency has those without its works (build-web.mjs), and says which one cannot be.

import { newSite } from '#domain/settings/site-data.ts'
import { publicPages } from '#domain/site/pages.ts'

const { renderPage } = await import(new URL('../../../web/dist/server/render.js', import.meta.url).href)

const all = [...publicPages, '/no-such-page']
const sites = [
  [newSite(true), all],
  [newSite(false), all.filter((path) => !path.startsWith('/work/'))],
]
for (const [site, path] of sites.flatMap(([site, paths]) => paths.map((path) => [site, path]))) {
  const { html } = await renderPage(path, 'http://localhost', site)
  if (!/<h1[\s>]/.test(html)) throw new Error(`${path} is rendered without its heading`)
}
