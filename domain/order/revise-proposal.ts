import { z } from 'zod'
import { type Changes, hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { fieldsOf, Invalid } from '../command.ts'
import type { Proposal } from './events.ts'
import { onlyWhileOpen, orderCommand, orderId, requiredText, singleLineText } from './order.ts'

const fields = z.object({
  receiverName: singleLineText('Please say whom the proposal is for', 200),
  date: z.iso.date('Please choose the date of the proposal'),
  problem: requiredText('Please describe the problem', 10_000),
  goals: requiredText('Please describe the goals', 10_000),
  solution: requiredText('Please describe the solution', 10_000),
})

/** Writes the proposal, or writes it anew: what is left out stays as it is. The first one needs all of its fields. */
export const reviseProposal = orderCommand({
  name: 'reviseProposal',
  summary: 'Write the proposal, or change it',
  roles: ['admin'],
  input: fields
    .partial()
    .extend({ orderId })
    .refine(({ orderId: _, ...changes }) => hasChanges(changes), nothingToChange),
  success: 'Proposal updated',
  decide(order, { orderId: _, ...changes }) {
    onlyWhileOpen(order)
    const revised = order.proposal ? withChanges(order.proposal, changes) : first(changes)
    return revised === order.proposal ? [] : [{ type: 'ProposalRevised', data: revised }]
  },
})

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
