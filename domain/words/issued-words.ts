import { dayInWords } from '#domain/time-zone.ts'
import { counted } from '../count.ts'
import type { Role } from '../event.ts'
import { formatMoney, type Paise } from '../money.ts'
import type { Payable } from '../order/instalments.ts'
import { type IssuedDocument, totalOf } from '../order/issued.ts'
import { type DueWords, dueIn, type Headline } from './headline.ts'
import { reportedTitle } from './payment-titles.ts'

/** The headline about the amount to be paid now, and by when; else what is reported, or that all is paid. */
export function issuedTitle({ due, reported, viewer }: Issued, words: DueWords): Required<Headline> {
  if (due) {
    const [is, when] = dueIn(due.due, words)
    return { title: `${formatMoney(due.amount)} ${is}`, next: `${when}.` }
  }
  if (reported > 0) return reportedTitle(reported, viewer)
  return { title: 'Nothing is due.', next: 'Every invoice is paid.' }
}
type Issued = { due: Payable | undefined; reported: Paise; viewer: Role }

/** How many payments there were, and when the latest was. */
export function paymentsInWords(days: readonly string[]): string {
  const latest = days.toSorted().at(-1)
  return latest === undefined ? 'No payment yet' : `${counted(days.length, 'payment')}, last on ${dayInWords(latest)}`
}

/** The share of a line in words: “20% of ₹65,000”; of several paid revisions each. */
export const shareInWords = ({ share, key }: { share: number; key: string }, price: Paise): string =>
  key.startsWith('round') ? `2% of ${formatMoney(price)} each` : `${share}% of ${formatMoney(price)}`

/** A document in a line: what it is, and what it comes to. */
export const documentInWords = (document: IssuedDocument): string =>
  document.kind === 'invoice'
    ? `Invoice ${document.number}: ${formatMoney(totalOf(document).amount)}`
    : `Credit note ${document.number}: ${formatMoney(totalOf(document).amount)} off ${document.corrects?.number}`
