import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney } from '#domain/money.ts'
import { dayIn, dayInWords } from '#domain/time-zone.ts'
import { lineTraits, orderCommand, orderEvent } from './action.ts'
import { proposalKinds, withPending } from './fields.ts'
import { orderId, singleLineText } from './input.ts'
import { onlyWhileOpen, stepCompletedBy } from './order.ts'
import { proposalText } from './proposal-text.ts'
import { isToBeAccepted, remainsValidByPayment, versionRead, withAnswer } from './proposal-versions.ts'
import { truncateToLine } from './telling.ts'
import { daysLeft, lastDay } from './terms.ts'
import { stepToggled } from './toggle-step.ts'

export const ProposalAccepted = orderEvent(
  'ProposalAccepted',
  {
    version: z.int(),
    /** The price of the project from then on, in paise. */
    price: z.int(),
    /** The text that was accepted, as it was read, and its SHA-256. */
    text: personal(z.string(), ''),
    hash: clear(z.string()),
    /** The name that was typed. */
    name: personal(z.string(), ''),
    /** The step that it completes. */
    completes: z.int().optional(),
  },
  {
    ...lineTraits,
    kind: 'proposal',
    settles: () => 'done',
    apply: (order, { version, price, name, completes }, event) => ({
      ...order,
      ...(completes === undefined
        ? {}
        : stepToggled(order, { step: completes, done: true }, { by: event.by.name, at: event.at, role: 'client' })),
      invoice: { ...order.invoice, actual: price },
      pending: withPending(order.pending, event, { answers: proposalKinds }),
      proposals: withAnswer(order, version, 'accepted', {
        ...{ by: event.by.name, at: event.at, text: name, revision: event.revision },
      }),
    }),
    sentence: ({ version, price, name }) =>
      `Version ${version} of the proposal accepted by ${truncateToLine(name || 'the client', 80)}: ${formatMoney(price)}`,
  },
)

/** The version of the proposal that was read: its number, and the hash of its text. */
export const readVersion = {
  version: z.int('The version is missing or invalid').min(1, 'The version is missing or invalid'),
  hash: z.string('The hash is missing or invalid').regex(/^[\da-f]{64}$/, 'The hash is missing or invalid'),
}

/** The body that its caller sends. */
export const acceptance = z.object({ orderId, ...readVersion, name: singleLineText('Please type your name', 200) })

/**
 * Accepts the version of the proposal that was read, by a typed name, until the end of its last day in the agency’s
 * time zone. Its price becomes the order’s.
 */
export const acceptProposal = orderCommand('acceptProposal', acceptance.extend({ timeZone: z.string() }), {
  summary: 'Accept the proposal that was read',
  scope: null,
  roles: ['client'],
  success: 'Proposal accepted',
  decide(order, { version, hash, name, timeZone }, { at }) {
    onlyWhileOpen(order)
    const { state, date, price } = versionRead(order, { version, hash })
    if (state === 'accepted') return []
    if (daysLeft(date, dayIn(timeZone, Date.parse(at))) < 0 && !remainsValidByPayment(order))
      throw new Refusal(`This proposal was valid until ${dayInWords(lastDay(date))}. Please ask us for a new version.`)
    const completes = stepCompletedBy(order, 'acceptance')?.id
    const text = proposalText(order.proposal!, version)
    return [ProposalAccepted({ version, price: price!, text, hash, name, completes })]
  },
  undo: 'cannot be taken back',
  palette: (order) =>
    isToBeAccepted(order) ? [{ tab: 'proposal', label: 'Accept proposal', words: 'sign agree price' }] : [],
})
