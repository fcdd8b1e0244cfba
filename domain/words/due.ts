import { formatMoney, type Paise } from '#domain/money.ts'
import { type Instalment, openSum, type Payable } from '#domain/order/instalments.ts'

/** How a page says an instant or a day on which something is due (`Monday 07/12`), and whether that day is over. */
export type DueWords = { day(at: string): string; isPast(at: string): boolean }

/** When something is due, behind its amount: `is due`, `by Monday 07/12`. */
export const dueIn = (payable: Payable, words: DueWords): [is: string, when: string] =>
  words.isPast(payable.due) ? overdueIn('was due', 'on', payable, words) : ['is due', `by ${words.day(payable.due)}`]

/** Since when something is overdue: `was due`, `on Monday 07/12`. Where several days are over, the day is that of the first part. */
export function overdueIn(
  is: string,
  since: 'on' | 'since',
  { due, parts = [] }: Payable,
  { day, isPast }: DueWords,
): [is: string, when: string] {
  const hasSeveralDays = parts.some((part) => isPast(part.due!) && day(part.due!) !== day(due))
  return hasSeveralDays ? [`${is},`, `the first part ${since} ${day(due)}`] : [is, `${since} ${day(due)}`]
}

/** Whether a sentence that names the day of what is to be paid counts a part: it is due on that day, or its own is over. */
export const isDueBy = ({ due, isInvoiced }: Payable, part: Instalment, { day, isPast }: DueWords): boolean =>
  isInvoiced || isPast(part.due!) || day(part.due!) === day(due)

/** The amount, in paise, that a sentence about its day names: that of the parts which it counts. */
export const dueBy = (payable: Payable, words: DueWords): Paise =>
  payable.parts ? openSum(payable.parts.filter((part) => isDueBy(payable, part, words))) : payable.amount

/** How much of an amount is due by the day that is named beside it: `₹9,000 of it`. Undefined where all of it is. */
export function dueOfIt(payable: Payable, words: DueWords): string | undefined {
  const amount = dueBy(payable, words)
  return amount < payable.amount ? `${formatMoney(amount)} of it` : undefined
}
