import { sha256 } from '#domain/sha256.ts'
import { dayInWords } from '#domain/time-zone.ts'
import type { Proposal } from './fields.ts'
import { sectionsOf } from './proposal-sections.ts'
import { deliverables, proposalTerms } from './terms.ts'
import { lastDay } from './validity.ts'

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
