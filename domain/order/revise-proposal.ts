import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { type Changes, fieldsOf, hasChanges, Invalid, nothingToChange, withChanges } from '#domain/command.ts'
import { formatMoney, rupees, toWireRupees } from '#domain/money.ts'
import { ofThisCentury } from '#domain/time-zone.ts'
import { entryTraits, orderCommand, orderEvent, stillUnanswered, type Undo, unansweredAgain, undoBy } from './action.ts'
import { type Proposal, proposalKinds, withPending } from './fields.ts'
import { orderId, requiredText, singleLineText } from './input.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { isPaidFor } from './payment-steps.ts'
import { frozen } from './proposal-text.ts'
import { acceptedVersion, isToBeAccepted, isToBeAnswered, latestVersion, withVersion } from './proposal-versions.ts'
import { isDeclined, isWithdrawn } from './row-versions.ts'
import { unlessErased } from './telling.ts'
import { daysLeft } from './terms.ts'

export const ProposalRevised = orderEvent(
  'ProposalRevised',
  {
    receiverName: personal(z.string(), 'erased'),
    date: clear(z.string()),
    problem: personal(z.string(), ''),
    goals: personal(z.string(), ''),
    solution: personal(z.string(), ''),
    /** The price in paise. Without one it can't be accepted, and has none of the fields below. */
    price: z.int().optional(),
    /** The terms of every proposal, as they were when this one was written. */
    deliverables: clear(z.array(z.string()).optional()),
    terms: clear(z.array(z.string()).optional()),
    /** The SHA-256 of its text as `proposalText` composes it, in hexadecimal. */
    hash: clear(z.string().optional()),
    /** The version that was accepted before, which applies until this one is. */
    applies: z.int().optional(),
    ...unansweredAgain,
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'proposal',
    apply: (order, { hash, applies, unansweredSince: _, ...proposal }, { at, revision }) => ({
      ...order,
      proposal,
      proposals: withVersion(order, { at, revision }, proposal, hash),
      pending:
        proposal.price === undefined
          ? order.pending
          : {
              ...withPending(order.pending, { at, revision }, { answers: proposalKinds }),
              // A later payment is for it, unless an earlier version applies.
              proposal: { at, revision, ...(applies === undefined ? { paid: order.invoice.paid } : {}) },
            },
    }),
    sentence: ({ receiverName, price }) =>
      `Proposal ${unlessErased('for ', receiverName, 100, ' ')}shared${price === undefined ? '' : `: ${formatMoney(price)}`}`,
  },
)

const fields = z.object({
  receiverName: singleLineText('Please enter the client and company', 200),
  date: ofThisCentury(z.iso.date({ error: 'Please choose the date of the proposal', abort: true })),
  problem: requiredText('Please describe the problem', 10_000),
  goals: requiredText('Please describe the goals', 10_000),
  solution: requiredText('Please describe the solution', 10_000),
  price: rupees.refine((price) => price > 0, 'Please enter a price above ₹0').optional(),
})

/** Whether a version that is written `today` with this date is no longer valid at once. Both are days like `2026-11-16`. */
export const isTooOld = (order: Order, date: string, today: string): boolean =>
  daysLeft(date, today) < 0 && (!isPaidFor(order) || acceptedVersion(order) !== undefined)

/** Whether the next version is to have a date of its own: the latest was declined or withdrawn, or waits and is too old. */
export const needsNewDate = (order: Order, today: string): boolean =>
  isDeclined(order) ||
  isWithdrawn(order) ||
  (isToBeAnswered(order) && isTooOld(order, latestVersion(order)!.date, today))

/** Writes the proposal, or writes it anew: what is left out stays as it is. The first one needs all of its fields. */
export const reviseProposal = orderCommand(
  'reviseProposal',
  fields
    .partial()
    .extend({ orderId, unansweredSince: z.string().optional() })
    .refine(({ orderId: _, unansweredSince: __, ...changes }) => hasChanges(changes), nothingToChange),
  {
    summary: 'Save proposal',
    call: 'PUT /api/update-proposal',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Proposal updated',
    decide(order, { orderId: _, unansweredSince, ...changes }) {
      onlyWhileOpen(order)
      const before = order.proposal
      const revised = before ? withChanges(before, changes) : first(changes)
      // What was declined or withdrawn may be proposed once more as it is.
      if (revised === before && !isDeclined(order) && !isWithdrawn(order)) return []
      const applies = acceptedVersion(order)?.version
      const written = frozen(writtenOf(revised), order.proposals.length + 1)
      const back = stillUnanswered(order, unansweredSince)
      return [ProposalRevised({ ...written, ...(applies === undefined ? {} : { applies }), ...back })]
    },
    undo(order, { data }): Undo | undefined {
      const { proposal: before, proposals, unansweredSince } = order
      if (!before || !isWaiting(order) || (data.price !== undefined && before.price === undefined)) return undefined
      const price = before.price === undefined ? {} : { price: toWireRupees(before.price) }
      const entered = { ...writtenOf(before), ...price, unansweredSince }
      return undoBy(reviseProposal, entered, (now) => now.proposals.length === proposals.length + 1 && isWaiting(now))
    },
    palette: [{ key: 'p', tab: 'proposal', label: 'Edit proposal', words: 'problem goals solution' }],
  },
)

/** The entered fields of a proposal. */
const writtenOf = ({ receiverName, date, problem, goals, solution, price }: Proposal) => ({
  ...{ receiverName, date, problem, goals, solution },
  ...(price === undefined ? {} : { price }),
})

/** Whether the latest version waits still: what was answered, paid for, settled or is no longer valid is not proposed again by an undo. */
const isWaiting = (order: Order): boolean =>
  order.proposal?.price === undefined ? order.proposals.at(-1)?.state === 'open' : isToBeAccepted(order)

/** A proposal that is whole. Throws `Invalid` with a message for each field that is missing. */
function first(given: Changes<Proposal>): Proposal {
  // The price is in paise by now.
  const { data, error } = fields.omit({ price: true }).safeParse(given)
  if (error) throw new Invalid(fieldsOf(error))
  return { ...data, price: given.price }
}
