import type { Proposal } from '#domain/order/fields.ts'
import { bullets } from '#domain/order/proposal-sections.ts'
import { deliverables, proposalTerms } from '#domain/order/terms.ts'
import { lastDay } from '#domain/order/validity.ts'
import { dayOf } from './letterhead.ts'
import { inks } from './pen.ts'
import { leaf, type Sheet, writingWidth } from './sheet.ts'

/** The proposal as its tab shows it. */
export function drawProposal(sheet: Sheet, proposal: Proposal): void {
  section(sheet, 'Valid until', [`${dayOf(lastDay(proposal.date))}`])
  section(sheet, 'Problem', bullets(proposal.problem))
  section(sheet, 'Goals', bullets(proposal.goals))
  section(sheet, 'Solution', bullets(proposal.solution))
  section(sheet, 'Deliverables', deliverables)
  section(sheet, 'Terms', proposalTerms)
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
