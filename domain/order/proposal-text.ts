import { formatMoney, type Paise, percent } from '#domain/money.ts'
import { sha256 } from '#domain/sha256.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { stagesInWords } from '#domain/words/proposal.ts'
import type { Proposal } from './fields.ts'
import { deliverables, lastDay, proposalTerms } from './terms.ts'

/**
 * A version of a proposal as the one text that is accepted, in UTF-8 with `\n` at the end of each line. What was stored once
 * is composed of it again, so for the same proposal it is the same for ever: a test has the hash of one.
 */
export function proposalText(proposal: Proposal, version: number): string {
  const { receiverName, date } = proposal
  const head = [
    `Proposal for ${receiverName}`,
    `Version ${version}, dated ${dayInWords(date)}`,
    `Valid until the end of ${dayInWords(lastDay(date))} in the agency’s time zone`,
  ]
  const sections = sectionsOf(proposal).map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)])
  return [head, ...sections].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

/** The hash of a version of a proposal: the SHA-256 of its text, in hexadecimal. */
export const proposalHash = (proposal: Proposal, version: number): string => sha256(proposalText(proposal, version))

/** A version as it is stored: with a price it has all that is accepted with it, and the hash of its text. */
export function frozen(written: Proposal, version: number) {
  if (written.price === undefined) return written
  const whole = { ...written, deliverables: [...deliverables], terms: [...proposalTerms] }
  return { ...whole, hash: proposalHash(whole, version) }
}

/** A part of a proposal: what it is called, and its lines. */
type ProposalSection = { title: string; lines: readonly string[] }

/** A proposal as its page, its PDF and its frozen text have it: what was written, the price, and what holds for all. */
export function sectionsOf(proposal: Proposal): ProposalSection[] {
  const { price } = proposal
  return [
    { title: 'Problem', lines: bullets(proposal.problem) },
    { title: 'Goals', lines: bullets(proposal.goals) },
    { title: 'Solution', lines: bullets(proposal.solution) },
    ...(price === undefined
      ? []
      : [
          { title: 'Price', lines: [formatMoney(price)] },
          { title: 'Payments', lines: stagesInWords(stagesOf(price)) },
        ]),
    { title: 'Deliverables', lines: proposal.deliverables ?? deliverables },
    { title: 'Terms', lines: proposal.terms ?? proposalTerms },
  ]
}

/** The parts of a price: 20 % and 50 % of it are what the first stages cost together (specification section 9). */
export function stagesOf(price: Paise): [Paise, Paise, Paise] {
  const [first, half] = [percent(price, 20), percent(price, 50)]
  return [first, half - first, price - half]
}

/**
 * A proposal's text as its bullets. A full stop ends one when a space or the end follows, so `3.5 weeks` stays whole.
 * The end of a line ends one too, whether it has a full stop or not.
 */
export const bullets = (text: string): string[] =>
  text
    .split(/(?<=\.)\s|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
