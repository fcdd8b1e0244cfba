import { sectionsOf } from '#domain/order/proposal-sections.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import { lastDay } from '#domain/order/validity.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { acceptanceInWords, answerInWords } from '#domain/words/proposal.ts'
import { datesOf, dayOf } from './letterhead.ts'
import { inks } from './pen.ts'
import { leaf, type Sheet, writingWidth } from './sheet.ts'

/** The proposal as its tab shows it, and how it was answered. */
export function drawProposal(sheet: Sheet, { proposal, ...version }: WrittenVersion, agency: Agency): void {
  const { acceptance, answer, hash } = version
  const dates = datesOf(agency)
  section(sheet, 'Valid until', [`${dayOf(lastDay(proposal.date))}`])
  for (const { title, lines } of sectionsOf(proposal)) section(sheet, title, lines)
  if (acceptance) {
    const { day, weekday, clock, timeZone } = dates
    const { at } = acceptance
    const time = `${weekday(at)}, ${day(at)}, ${clock(at)} (${timeZone})`
    section(sheet, 'Accepted', [acceptanceInWords(acceptance, version.version, time).join('\n')])
  } else if (answer) section(sheet, 'Answer', [answerInWords(version, dates.day)])
  if (hash === undefined) return
  section(sheet, 'Fingerprint', [
    `${hash}\nThe SHA-256 of the text of version ${version.version}, which comes as a text file beside this PDF.`,
  ])
}

const indent = 18

/** What is said about one thing, its name in the margin beside the first line. */
export function section(sheet: Sheet, title: string, lines: readonly string[]): void {
  const isList = lines.length > 1
  const block = { x: leaf.writing + (isList ? indent : 0), width: writingWidth - (isList ? indent : 0) }
  sheet.ensure(20 + Math.min(45, sheet.heightOf(lines[0] ?? '', block)))
  sheet.space(9)
  sheet.beside(title, { voice: 'italic', structure: 'H2' })
  for (const line of lines) {
    if (isList) {
      sheet.ensure(Math.min(30, sheet.heightOf(line, block)))
      sheet.beside('–', { x: leaf.writing, width: indent, ink: inks.second })
    }
    sheet.text(line, block)
    sheet.space(4)
  }
  sheet.space(5)
  sheet.rule()
}
