import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { type Changes, fieldsOf, hasChanges, Invalid, nothingToChange, withChanges } from '#domain/command.ts'
import { formatMoney, rupees, toWireRupees } from '#domain/money.ts'
import { ofThisCentury } from '#domain/time-zone.ts'
import {
  entryTraits,
  orderCommand,
  orderEvent,
  sameValues,
  stillUnanswered,
  type Undo,
  unansweredAgain,
  undoBy,
} from './action.ts'
import { type Proposal, proposalKinds, withPending } from './fields.ts'
import { type Order, onlyWhileOpen, orderId, requiredText, singleLineText } from './order.ts'
import { proposalHash } from './proposal-text.ts'
import { acceptedVersion, withVersion } from './proposal-versions.ts'
import { truncate } from './telling.ts'
import { deliverables, proposalTerms } from './terms.ts'

/** Whether a version waits to be accepted, and what was paid by then; or since when the one before it was expired. */
const proposalWaits = z
  .object({
    proposal: z.object({ paid: z.int().min(0).optional() }).optional(),
    expired: z.object({ at: z.iso.datetime(), revision: z.int() }).optional(),
  })
  .optional()

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
    /** What waits afterwards, as it takes an edit back. */
    waits: clear(proposalWaits),
    ...unansweredAgain,
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'proposal',
    apply(order, { hash, applies, waits, unansweredSince: _, ...proposal }, event) {
      const proposals = withVersion(order, event, proposal, hash)
      if (proposal.price === undefined) return { ...order, proposal, proposals }
      const { at, revision } = event
      // A later payment is for it, unless an earlier version applies.
      const paid = applies === undefined ? { paid: order.invoice.paid } : {}
      const { proposal: asked, expired } = waits ?? { proposal: paid }
      const rest = withPending(order.pending, event, { answers: proposalKinds })
      const pending = { ...(asked ? { proposal: { ...asked, at, revision } } : {}), ...(expired ? { expired } : {}) }
      return { ...order, proposal, proposals, pending: { ...rest, ...pending } }
    },
    sentence: ({ receiverName, price }) =>
      `Proposal for ${truncate(receiverName, 100)} shared${price === undefined ? '' : `: ${formatMoney(price)}`}`,
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

/**
 * Writes the proposal, or writes it anew: what is left out stays as it is. The first one needs all of its fields. `waits`: as
 * it takes an edit back, what waited before that.
 */
export const reviseProposal = orderCommand(
  'reviseProposal',
  fields
    .partial()
    .extend({ orderId, waits: proposalWaits, unansweredSince: z.string().optional() })
    .refine(({ orderId: _, waits: __, unansweredSince: ___, ...changes }) => hasChanges(changes), nothingToChange),
  {
    summary: 'Save proposal',
    call: 'PUT /api/update-proposal',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Proposal updated',
    decide(order, { orderId: _, waits, unansweredSince, ...changes }, { at }) {
      onlyWhileOpen(order)
      const { expired } = waits ?? {}
      if (expired && !(order.openedAt <= expired.at && expired.at <= at))
        throw new Invalid({ waits: 'The project wasn’t open then' })
      const before = order.proposal
      const revised = before ? withChanges(before, changes) : first(changes)
      // What was declined or withdrawn may be proposed once more as it is.
      if (revised === before && !isGivenUp(order)) return []
      const applies = acceptedVersion(order)?.version
      const written = frozen(revised, order.proposals.length + 1)
      const back = { waits, ...stillUnanswered(order, unansweredSince) }
      return [ProposalRevised({ ...written, ...(applies === undefined ? {} : { applies }), ...back })]
    },
    undo({ proposal: before, proposals, pending, unansweredSince }, { data }): Undo | undefined {
      if (!before || (data.price !== undefined && before.price === undefined)) return undefined
      // What was answered is not proposed again by taking back what came after it.
      if (proposals.at(-1)?.state !== 'open') return undefined
      const price = before.price === undefined ? {} : { price: toWireRupees(before.price) }
      const waits = { proposal: pending.proposal, expired: pending.expired }
      return undoBy(reviseProposal, { ...writtenOf(before), ...price, waits, unansweredSince }, (now) => {
        const { state, hash } = now.proposals.at(-1) ?? {}
        return state === 'open' && hash === data.hash && sameValues(now.proposal, writtenOf(data))
      })
    },
    palette: [{ key: 'p', tab: 'proposal', label: 'Edit proposal', words: 'problem goals solution' }],
  },
)

/** Whether the latest version was declined or withdrawn. */
const isGivenUp = ({ proposals }: Pick<Order, 'proposals'>): boolean =>
  ['declined', 'withdrawn'].includes(proposals.at(-1)?.state ?? '')

/** The entered fields of a proposal. */
const writtenOf = ({ receiverName, date, problem, goals, solution, price }: Proposal) => ({
  ...{ receiverName, date, problem, goals, solution },
  ...(price === undefined ? {} : { price }),
})

/** A version as it is stored: with a price it has all that is accepted with it, and the hash of its text. */
function frozen(proposal: Proposal, version: number) {
  const written = writtenOf(proposal)
  if (written.price === undefined) return written
  const whole = { ...written, deliverables: [...deliverables], terms: [...proposalTerms] }
  return { ...whole, hash: proposalHash(whole, version) }
}

/** A proposal that is whole. Throws `Invalid` with a message for each field that is missing. */
function first(given: Changes<Proposal>): Proposal {
  // The price is in paise by now.
  const { data, error } = fields.omit({ price: true }).safeParse(given)
  if (error) throw new Invalid(fieldsOf(error))
  return { ...data, price: given.price }
}
