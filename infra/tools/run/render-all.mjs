// Renders every public page as a new agency has it (build-web.mjs), and says which one cannot be.
import { publicPages } from '#domain/pages.ts'
import { newAgency } from '#domain/settings/site-data.ts'

const { renderPage } = await import(new URL('../../../web/dist/server/render.js', import.meta.url).href)

for (const path of [...publicPages, '/no-such-page']) {
  const { html } = await renderPage(path, 'http://localhost', newAgency)
  if (!/<h1[\s>]/.test(html)) throw new Error(`${path} is rendered without its heading`)
}
