import { book } from './bridal/book.ts'
import { cover as bridalCover } from './bridal/cover.ts'
import { piece } from './bridal/piece.ts'
import { after } from './clinic/after.ts'
import { cover as clinicCover } from './clinic/cover.ts'
import { diary } from './clinic/diary.ts'
import { treatments40 } from './clinic/treatments.ts'
import { sheetOf } from './drafting/sheet.ts'
import { estatePage } from './estate/page.ts'
import { homestayPage } from './homestay/page.ts'
import { before } from './old-clinic/before.ts'
import { cover as physicsCover } from './physics/cover.ts'
import { parent } from './physics/parent.ts'
import { test } from './physics/test.ts'
import type { Picture } from './picture.ts'
import { cover as steelCover } from './steel/cover.ts'
import { desk as steelDesk } from './steel/desk.ts'
import { quotation } from './steel/quotation.ts'
import { cover as teaCover } from './tea/cover.ts'
import { frost } from './tea/frost.ts'
import { shed } from './tea/shed.ts'
import { cover as violinsCover } from './violins/cover.ts'
import { hear } from './violins/hear.ts'
import { list } from './violins/list.ts'

const folder = 'infra/tools/pictures'
const fonts = (...sheets: string[]) => sheets.map((sheet) => `node_modules/@fontsource${sheet}`)
/** A world of its own: a client's faces and style sheet. */
const world = (name: string, ...faces: string[]) => {
  const styles = [`${folder}/base.css`, ...fonts(...faces), `${folder}/${name}/${name}.css`]
  return (body: string): Picture => ({ styles, body })
}

const tea = world('tea', '/young-serif/400.css', '-variable/anek-tamil/wght.css')
const steel = world('steel', '-variable/big-shoulders-display/wght.css', '/ibm-plex-mono/500.css')
const clinic = world('clinic', '-variable/lexend/wght.css', '-variable/anek-devanagari/wght.css')
const bridal = world(
  'bridal',
  '/rozha-one/400.css',
  '/tiro-devanagari-hindi/400.css',
  '/tiro-devanagari-hindi/400-italic.css',
)
const physics = world(
  'physics',
  '-variable/archivo/wdth.css',
  '-variable/stix-two-text/wght.css',
  '-variable/stix-two-text/wght-italic.css',
)
const violins = world(
  'violins',
  '-variable/bodoni-moda/standard.css',
  '-variable/bodoni-moda/standard-italic.css',
  '-variable/noto-serif-tamil/wght.css',
)
const oldClinic = world(
  'old-clinic',
  '/tinos/400.css',
  '/tinos/700.css',
  '/tinos/400-italic.css',
  '/tinos/700-italic.css',
  '/arimo/400.css',
  '/arimo/700.css',
  '/ibm-plex-mono/700.css',
)
const drafted = world(
  'drafting',
  '-variable/newsreader/opsz.css',
  '-variable/newsreader/opsz-italic.css',
  '-variable/instrument-sans/wght.css',
)

/** The pictures of the site by name: six works of three each, the cover first; a page before and after; the film's sheet. */
export const pictures: Readonly<Record<string, Picture>> = {
  'work-1-1': tea(teaCover),
  'work-1-2': tea(frost),
  'work-1-3': tea(shed),
  'work-2-1': steel(steelCover),
  'work-2-2': steel(steelDesk),
  'work-2-3': steel(quotation),
  'work-3-1': clinic(clinicCover),
  'work-3-2': clinic(treatments40),
  'work-3-3': clinic(diary),
  'work-4-1': bridal(bridalCover),
  'work-4-2': bridal(piece),
  'work-4-3': bridal(book),
  'work-5-1': physics(physicsCover),
  'work-5-2': physics(test),
  'work-5-3': physics(parent),
  'work-6-1': violins(violinsCover),
  'work-6-2': violins(hear),
  'work-6-3': violins(list),
  before: oldClinic(before),
  after: clinic(after),
  hero: drafted(sheetOf(estatePage)),
}

/** The page that the demo's agency draws for its client: the first draft, and those in which the mountain is higher. */
export const homestay = { first: drafted(sheetOf(homestayPage(0))), later: drafted(sheetOf(homestayPage(46))) }

/** A sheet in the faces of the demo's looms. */
export const looms = world(
  'bridal',
  '/rozha-one/400.css',
  '/tiro-devanagari-hindi/400.css',
  '/tiro-devanagari-hindi/400-italic.css',
)
