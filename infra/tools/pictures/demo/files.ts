import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { openBrowserForPictures } from '#infra/tools/pictures/browser.ts'
import { drawFrame } from '#infra/tools/pictures/drafting/frame.ts'
import { drafting, sheetOf } from '#infra/tools/pictures/drafting/sheet.ts'
import { ffmpeg, renderFilm } from '#infra/tools/pictures/film.ts'
import { homestayPage } from '#infra/tools/pictures/homestay/page.ts'
import { bridal, drafted } from '#infra/tools/pictures/worlds.ts'
import { border } from './border.ts'
import { looms } from './loom.ts'
import { priceList } from './price-list.ts'

const folder = new URL('../../../../api/demo/demo-files/', import.meta.url).pathname

/** The first draft, and those in which the mountain is higher, as the client asked. */
const homestay = { first: drafted(sheetOf(homestayPage(0))), later: drafted(sheetOf(homestayPage(46))) }

/** Draws and plays what the people of the demo share (`domain/demo/files.ts`); its table of stock is written by hand. */
export async function renderDemoFiles({ show }: Awaited<ReturnType<typeof openBrowserForPictures>>): Promise<void> {
  const drafts = [
    [homestay.first, drafting.pencil],
    [homestay.later, drafting.ink],
    [homestay.later, drafting.finished],
  ] as const
  for (const [index, [sheet, moment]] of drafts.entries()) {
    const page = await show(sheet)
    await page.evaluate(drawFrame, moment)
    await sharp(await page.screenshot())
      .resize(1280)
      .webp({ quality: 80 })
      .toFile(`${folder}homestay-${index + 1}.webp`)
  }
  const film = { width: 960, height: 600, rate: 20, speed: 1.4, from: drafting.finished }
  await renderFilm(await show(homestay.later), film, [`${folder}homestay.mp4`])

  for (const [index, corrected] of [false, true].entries()) {
    const page = await show(bridal(priceList(corrected)))
    await page.pdf({ path: `${folder}price-list-${index + 1}.pdf`, preferCSSPageSize: true, printBackground: true })
  }
  const cloth = await (await show(bridal(border))).screenshot({ clip: { x: 0, y: 0, width: 1200, height: 750 } })
  await sharp(cloth).jpeg({ quality: 72, mozjpeg: true }).toFile(`${folder}border.jpg`)

  const work = await mkdtemp(join(tmpdir(), 'atelier-sound-'))
  await writeFile(join(work, 'looms.wav'), looms(14, 6))
  await ffmpeg('-i', join(work, 'looms.wav'), '-b:a', '64k', '-bitexact', `${folder}looms.mp3`)
  await rm(work, { recursive: true })
  console.log('demo')
}
