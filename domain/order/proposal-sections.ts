import { formatMoney, type Paise, percent } from '#domain/money.ts'
import { stagesInWords } from '#domain/words/proposal.ts'
import type { Proposal } from './fields.ts'
import { deliverables, proposalTerms } from './terms.ts'

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
