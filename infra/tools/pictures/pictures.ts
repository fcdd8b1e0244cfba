import { book } from './bridal/book.ts'
import { cover as bridalCover } from './bridal/cover.ts'
import { piece } from './bridal/piece.ts'
import { after } from './clinic/after.ts'
import { cover as clinicCover } from './clinic/cover.ts'
import { diary } from './clinic/diary.ts'
import { prices } from './clinic/prices.ts'
import { sheetOf } from './drafting/sheet.ts'
import { estatePage } from './estate/page.ts'
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
import { bridal, clinic, drafted, oldClinic, physics, steel, tea, violins } from './worlds.ts'

/** The pictures of the site by name: six works of three each, the cover first; a page before and after; the film's sheet. */
export const pictures: Readonly<Record<string, Picture>> = {
  'work-1-1': tea(teaCover),
  'work-1-2': tea(frost),
  'work-1-3': tea(shed),
  'work-2-1': steel(steelCover),
  'work-2-2': steel(steelDesk),
  'work-2-3': steel(quotation),
  'work-3-1': clinic(clinicCover),
  'work-3-2': clinic(prices),
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
