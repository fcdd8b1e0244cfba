import { openBrowserForPictures } from './browser.ts'
import { renderDemoFiles } from './demo/files.ts'
import { drawFrame } from './drafting/frame.ts'
import { drafting } from './drafting/sheet.ts'
import { encode, folder } from './encode.ts'
import { renderFilm } from './film.ts'
import { pictures } from './pictures.ts'
import { type MeasuredPoint, measurePoints, measureRings, writeMeasured } from './points.ts'

// npm run pictures: draws every picture of the site and its film into web/public/pictures, measures where the points of
// the works are, and draws the files of the demo. Arguments: only these; `film` and `demo` are two of them.
const only = process.argv.slice(2)
const names = [...Object.keys(pictures), 'film', 'demo']
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no picture ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  process.exit(1)
}
const isWanted = (name: string) => only.length === 0 || only.includes(name)

const browser = await openBrowserForPictures()
try {
  const points: MeasuredPoint[] = []
  for (const [name, picture] of Object.entries(pictures)) {
    const isWork = name.startsWith('work-')
    if (!isWanted(name) && !isWork) continue
    const page = await browser.show(picture)
    if (isWork) points.push(...(await measurePoints(page, name)))
    if (!isWanted(name)) continue
    if (name === 'hero') await page.evaluate(drawFrame, drafting.poster)
    await encode(name, await page.screenshot())
    console.log(name)
  }
  await writeMeasured(points, await measureRings(await browser.show(pictures.before!)))
  if (isWanted('film')) {
    const page = await browser.show(pictures.hero!)
    const film = { width: 1280, height: 800, rate: 25, speed: 1, from: 0 }
    await renderFilm(page, film, [`${folder}hero.webm`, `${folder}hero.mp4`])
  }
  if (isWanted('demo')) await renderDemoFiles(browser)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await browser.close()
}
