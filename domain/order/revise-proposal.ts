import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { type Changes, fieldsOf, hasChanges, Invalid, nothingToChange, withChanges } from '#domain/command.ts'
import { entry, orderCommand, orderEvent, sameValues, takenBackBy, type Undo } from './action.ts'
import type { Proposal } from './fields.ts'
import { onlyWhileOpen, orderId, requiredText, singleLineText } from './order.ts'
import { truncate } from './telling.ts'

export const ProposalRevised = orderEvent(
  'ProposalRevised',
  {
    receiverName: personal(z.string(), 'erased'),
    date: clear(z.string()),
    problem: personal(z.string(), ''),
    goals: personal(z.string(), ''),
    solution: personal(z.string(), ''),
  },
  {
    ...entry,
    answers: true,
    kind: 'proposal',
    apply: (order, proposal) => ({ ...order, proposal }),
    sentence: ({ receiverName }) => `Proposal for ${truncate(receiverName, 100)} shared`,
  },
)

const fields = z.object({
  receiverName: singleLineText('Please enter the client and company', 200),
  date: z.iso.date('Please choose the date of the proposal'),
  problem: requiredText('Please describe the problem', 10_000),
  goals: requiredText('Please describe the goals', 10_000),
  solution: requiredText('Please describe the solution', 10_000),
})

/** Writes the proposal, or writes it anew: what is left out stays as it is. The first one needs all of its fields. */
export const reviseProposal = orderCommand(
  'reviseProposal',
  fields
    .partial()
    .extend({ orderId })
    .refine(({ orderId: _, ...changes }) => hasChanges(changes), nothingToChange),
  {
    summary: 'Save proposal',
    call: 'PUT /api/update-proposal',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Proposal updated',
    decide(order, { orderId: _, ...changes }) {
      onlyWhileOpen(order)
      const revised = order.proposal ? withChanges(order.proposal, changes) : first(changes)
      return revised === order.proposal ? [] : [ProposalRevised(revised)]
    },
    undo: ({ proposal: before }, { data }): Undo | undefined =>
      before && takenBackBy(reviseProposal, before, ({ proposal }) => sameValues(proposal, data)),
    palette: [{ key: 'p', tab: 'proposal', label: 'Edit proposal', words: 'problem goals solution' }],
  },
)

/** A proposal that is whole. Throws `Invalid` with a message for each field that is missing. */
function first(given: Changes<Proposal>): Proposal {
  const { data, error } = fields.safeParse(given)
  if (error) throw new Invalid(fieldsOf(error))
  return data
}

/**
 * A proposal's text as its bullets. A full stop ends one when a space or the end follows, so `3.5 weeks` stays whole;
 * the end of a line ends one too, so a forgotten full stop runs no two lines together.
 */
export const bullets = (text: string): string[] =>
  text
    .split(/(?<=\.)\s|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
