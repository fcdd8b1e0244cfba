import { sectionsOf } from '#domain/order/proposal-text.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import { lastDay } from '#domain/order/terms.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { acceptanceInWords, answerInWords } from '#domain/words/proposal.ts'
import { datesOf } from './letterhead.ts'
import { inks } from './pen.ts'
import { leaf, type Sheet, writingWidth } from './sheet.ts'

/** The proposal as its tab shows it, and how it was answered. */
export function drawProposal(sheet: Sheet, { proposal, ...version }: WrittenVersion, agency: Agency): void {
  const { acceptance, answer, hash } = version
  const dates = datesOf(agency)
  const sections = [{ title: 'Valid until', lines: [dayInWords(lastDay(proposal.date))] }, ...sectionsOf(proposal)]
  if (acceptance) {
    const { day, weekday, clock, timeZone } = dates
    const { at } = acceptance
    const time = `${weekday(at)}, ${day(at)}, ${clock(at)} (${timeZone})`
    sections.push({ title: 'Accepted', lines: [acceptanceInWords(acceptance, version.version, time).join('\n')] })
  } else if (answer) sections.push({ title: 'Answer', lines: [answerInWords(version, dates.day)] })
  const fingerprint = `${hash}\nThe SHA-256 of the text of version ${version.version}, which comes as a text file beside this PDF.`
  // The fingerprint stays on the page of the last section.
  const reserved = hash === undefined ? 0 : around + sheet.heightOf(fingerprint)
  for (const [at, { title, lines }] of sections.entries())
    section(sheet, title, lines, at === sections.length - 1 ? reserved : 0)
  if (hash !== undefined) section(sheet, 'Fingerprint', [fingerprint])
}

const indent = 18
/** The space around a section of one line, in points. */
const around = 18

/** Draws lines about one subject, its name in the margin beside the first; `reserved` is the room below, in points. */
export function section(sheet: Sheet, title: string, lines: readonly string[], reserved = 0): void {
  const isList = lines.length > 1
  const block = { x: leaf.writing + (isList ? indent : 0), width: writingWidth - (isList ? indent : 0) }
  const beside = { voice: 'italic', structure: 'H2' } as const
  const side = sheet.heightOf(title, { ...beside, width: leaf.marginWidth })
  const first = sheet.heightOf(lines[0] ?? '', block)
  sheet.ensure(20 + Math.max(side, isList || !reserved ? Math.min(45, first) : first + reserved))
  sheet.space(9)
  sheet.beside(title, beside)
  for (const [at, line] of lines.entries()) {
    if (isList) {
      const height = sheet.heightOf(line, block)
      sheet.ensure(reserved && at === lines.length - 1 ? height + around + reserved : Math.min(30, height))
      sheet.beside('–', { x: leaf.writing, width: indent, ink: inks.second })
    }
    sheet.text(line, block)
    sheet.space(4)
  }
  sheet.space(5)
  sheet.rule()
}
