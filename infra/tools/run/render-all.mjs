// Renders every public page as a new agency has it (build-web.mjs), and says which one cannot be.

import { newAgency } from '#domain/settings/site-data.ts'
import { publicPages } from '#domain/site/pages.ts'

const { renderPage } = await import(new URL('../../../web/dist/server/render.js', import.meta.url).href)

for (const path of [...publicPages, '/no-such-page']) {
  const { html } = await renderPage(path, 'http://localhost', newAgency)
  if (!/<h1[\s>]/.test(html)) throw new Error(`${path} is rendered without its heading`)
}
