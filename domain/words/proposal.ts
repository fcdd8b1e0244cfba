import { formatMoney, type Paise, percent } from '#domain/money.ts'
import type { ProposalVersion } from '#domain/order/fields.ts'

// The sentences of a proposal that have figures in them.

/** The parts in which a price is paid, in paise; together they are the price. Part of the frozen text, so it is never changed. */
export const stagesInWords = ([first, second, third]: readonly [Paise, Paise, Paise]): string[] => [
  `First 20%: ${formatMoney(first)}, once this proposal is accepted.`,
  `Next 30%: ${formatMoney(second)}, once the landing page is approved.`,
  `Last 50%: ${formatMoney(third)}, once the full design is approved.`,
]

/** The consequence of accepting a proposal; with the amount due then, if any, and its day (`02/12/2026`) unless that is over. */
export function acceptingMeans(price: Paise, payable?: { amount: Paise; due: string | undefined }): string {
  const means = `The project price is then ${formatMoney(price)}.`
  if (!payable) return means
  const amount = formatMoney(payable.amount)
  const what = payable.amount === percent(price, 20) ? `The first 20%, ${amount},` : `Of that, ${amount}`
  return `${means} ${what} is due ${payable.due ? `on ${payable.due}` : 'now'}.`
}

/** A version by its number, with how many there are where there are several. */
export const versionOf = (version: number, versions: number): string =>
  versions === 1 ? `Version ${version}` : `Version ${version} of ${versions}`

/** How a version was answered, or that it was not: `name` is the one that was typed, `by` who did it. */
export function answerInWords({ state, answer }: Answered, day: (at: string) => string): string {
  if (state === 'open') return 'Not answered yet.'
  if (!answer) return 'Replaced by a newer version.'
  const { text, by, at } = answer
  if (state === 'declined') return `Declined by ${by} on ${day(at)}: ${text}`
  if (state === 'withdrawn') return `Withdrawn by ${by} on ${day(at)}.`
  const replaced = state === 'replaced' ? ', then replaced by a newer version' : ''
  return `Accepted by ${text || by} on ${day(at)}${replaced}.`
}
type Answered = Pick<ProposalVersion, 'state' | 'answer'>

/** How a version was accepted: the name that was typed, whose account that was, from which device, and of which text. */
export type Acceptance = {
  name: string
  by: string
  /** ISO 8601, UTC. */
  at: string
  device?: string | undefined
  price: Paise
  /** The SHA-256 of the text, in hexadecimal, and the text. */
  hash: string
  text: string
}

/** An acceptance in words, line by line: who accepted what. `time` says when, in the agency’s zone. */
export const acceptanceInWords = ({ name, by, device, price }: Acceptance, version: number, time: string): string[] => [
  `Version ${version} for ${formatMoney(price)}, by ${name || by || 'a deleted person'}.`,
  `${time}${device ? `, with ${device}` : ''}, from the account of ${by || 'a deleted person'}.`,
]

/** The beginning of a question about a version. */
export const questionAbout = (version: number): string => `About version ${version} of the proposal: `
