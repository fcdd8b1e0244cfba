import { mkdir } from 'node:fs/promises'
import { openBrowser } from './browsing.ts'
import { openDemoAgency, screens, themes, widths } from './screens.ts'

// npm run screenshots: every screen in every width, light and dark, into screenshots/. Arguments: only these screens.
const folder = 'screenshots'
const only = process.argv.slice(2)

/** Waits for the pictures that come only once they are scrolled to. */
const everyPicture = () =>
  Promise.allSettled(
    [...document.images].map((image) => {
      image.loading = 'eager'
      return image.decode()
    }),
  ).then(() => {})

await mkdir(folder, { recursive: true })
const browser = await openBrowser()
const agency = await openDemoAgency(browser)
for (const screen of screens.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const page = await agency.show(screen)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 780 : 900 })
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(() => scrollTo(0, 0))
      await page.evaluate(everyPicture)
      // Nothing is painted beyond the window for a dialog: it covers what is under it.
      const fullPage = (await page.getByRole('dialog').count()) === 0
      await page.screenshot({ path: `${folder}/${screen.name}-${width}-${theme}.png`, fullPage })
    }
  }
  console.log(screen.name)
}
await browser.close()
await agency.close()
