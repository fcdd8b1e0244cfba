import { z } from 'zod'
import type { Proposal } from './events.ts'
import { oneLine, onlyWhileOpen, orderAction, orderId, words } from './order.ts'

/** Writes the proposal, or writes it anew. */
export const reviseProposal = orderAction({
  name: 'reviseProposal',
  summary: 'Write the proposal, or change it',
  may: ['admin'],
  input: z.object({
    orderId,
    receiverName: oneLine('Please say whom the proposal is for', 200),
    date: z.iso.date('Please choose the date of the proposal'),
    problem: words('Please describe the problem', 10_000),
    goals: words('Please describe the goals', 10_000),
    solution: words('Please describe the solution', 10_000),
  }),
  done: 'Proposal updated',
  decide(order, { orderId: _, ...proposal }) {
    onlyWhileOpen(order)
    if (order.proposal && same(order.proposal, proposal)) return []
    return [{ type: 'ProposalRevised', data: proposal }]
  },
})

const same = (a: Proposal, b: Proposal): boolean =>
  (Object.keys(a) as (keyof Proposal)[]).every((field) => a[field] === b[field])

/**
 * A proposal's text as its bullets. A full stop ends one when a space or the end follows, so `3.5 weeks` stays whole;
 * the end of a line ends one too, so a forgotten full stop runs no two lines together.
 */
export const bullets = (text: string): string[] =>
  text
    .split(/(?<=\.)\s|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
