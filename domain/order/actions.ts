import { commandsOn, type DefinedAggregate, dataOf, type EventsOf } from '#domain/action.ts'
import { copiedLists, type Event, type Lists, type Person, type Recorded } from '#domain/event.ts'
import { acceptProposal, ProposalAccepted } from './accept-proposal.ts'
import type { OrderEventDefinition, SentenceContext, Traits } from './action.ts'
import { AnswersAmended, amendAnswers } from './amend-answers.ts'
import { approveDraft, DraftApproved } from './approve-draft.ts'
import { completeOrCancel, OrderCancelled, OrderCompleted, OrderReopened, reopenOrder } from './close-order.ts'
import { confirmPayment, PaymentConfirmed } from './confirm-payment.ts'
import { declineProposal, ProposalDeclined } from './decline-proposal.ts'
import { deleteFile, FileDeleted } from './delete-file.ts'
import { ClientErased, eraseClient } from './erase-client.ts'
import { expireProposal, ProposalExpired } from './expire-proposal.ts'
import { BillingDetailsGiven, giveBillingDetails } from './give-billing-details.ts'
import { pricingAfter } from './invoice.ts'
import { CreditNoteIssued, issueCreditNote } from './issue-credit-note.ts'
import { InvoiceIssued, issueInvoice } from './issue-invoice.ts'
import { OrderOpened, openOrder } from './open-order.ts'
import { initial, type Order } from './order.ts'
import { phaseOf } from './phase.ts'
import { PaymentQuestioned, questionPayment } from './question-payment.ts'
import { ConversationRead, readConversation } from './read-conversation.ts'
import { PaymentRecorded, receivePayment, recordPayment } from './record-payment.ts'
import { OrderRenamed, renameOrder } from './rename-order.ts'
import { PaymentReopened, reopenPayment } from './reopen-payment.ts'
import { PaymentReported, reportPayment } from './report-payment.ts'
import { ChangesRequested, requestChanges } from './request-changes.ts'
import { InvoiceRevised, reviseInvoice } from './revise-invoice.ts'
import { ProposalRevised, reviseProposal } from './revise-proposal.ts'
import { MessageSent, sendMessage } from './send-message.ts'
import { ReceiptIssued, sendReceipt } from './send-receipt.ts'
import { PointSettled, settlePoint } from './settle-point.ts'
import { DesignLinkShared, shareDesignLink } from './share-design-link.ts'
import { DraftShared, shareDraft } from './share-draft.ts'
import { FileReplaced, FileShared, shareFiles } from './share-files.ts'
import { PaymentLinkShared, sharePaymentLink } from './share-payment-link.ts'
import { truncateToLine } from './telling.ts'
import { StepToggled, toggleStep } from './toggle-step.ts'
import { PaymentReportWithdrawn, withdrawPaymentReport } from './withdraw-payment-report.ts'
import { ProposalWithdrawn, withdrawProposal } from './withdraw-proposal.ts'

/** The events of an order, in the order of its life. */
export const orderEvents = {
  OrderOpened,
  StepToggled,
  DesignLinkShared,
  DraftShared,
  ChangesRequested,
  PointSettled,
  DraftApproved,
  PaymentLinkShared,
  InvoiceRevised,
  PaymentReported,
  PaymentReportWithdrawn,
  PaymentConfirmed,
  PaymentQuestioned,
  PaymentRecorded,
  PaymentReopened,
  ReceiptIssued,
  BillingDetailsGiven,
  InvoiceIssued,
  CreditNoteIssued,
  ProposalRevised,
  ProposalAccepted,
  ProposalDeclined,
  ProposalWithdrawn,
  ProposalExpired,
  MessageSent,
  FileShared,
  FileReplaced,
  FileDeleted,
  AnswersAmended,
  ConversationRead,
  OrderRenamed,
  OrderCompleted,
  OrderCancelled,
  OrderReopened,
  ClientErased,
}

/** The events of an order, as they are stored. */
export type OrderEvent = EventsOf<typeof orderEvents>

type AnyDefinition = OrderEventDefinition<string, never>

/** All that an event's type is; undefined when a newer program wrote it, of a type that this one does not know. */
export const definitionOf = ({ type }: Pick<Event, 'type'>): AnyDefinition | undefined =>
  Object.hasOwn(orderEvents, type) ? (orderEvents as unknown as Record<string, AnyDefinition>)[type] : undefined

function evolve(order: Order, event: Recorded<OrderEvent>, lists: Lists = copiedLists): Order {
  const definition = definitionOf(event)
  if (!definition) return undefined as unknown as Order // see Aggregate.evolve
  const noted =
    definition.traits.kind === 'reading'
      ? order
      : withAnswerDue({ ...order, lastAt: event.at }, event, definition.traits)
  const next = withPricing(noted, definition.apply(noted, event.data as never, event, lists), event)
  if (!definition.traits.countsAsUnread) return next
  const { role } = event.by
  return { ...next, sent: { ...next.sent, [role]: lists.append(next.sent[role], event.revision) } }
}

/** Records when there is a price, and paid revisions, whatever set them, unless the event gives that back. */
function withPricing(before: Order, after: Order, { at }: Recorded<OrderEvent>): Order {
  if (before.invoice === after.invoice || before.pricing !== after.pricing) return after
  const phase = phaseOf(before.steps)
  return { ...after, pricing: pricingAfter(before.pricing, [before.invoice, after.invoice], { at, phase }) }
}

/**
 * Records when the client began to wait for an answer: with a message of theirs, until the agency sends something, or
 * what counted as that is taken back. Money that a provider received is the client’s own doing.
 */
function withAnswerDue(
  order: Order,
  { by, at, data }: Recorded<OrderEvent>,
  { countedAs, answers }: Traits<never>,
): Order {
  const { unansweredSince, ...rest } = order
  if (by.role === 'client')
    return countedAs === 'message' ? { ...order, unansweredSince: unansweredSince ?? at } : order
  if ('unansweredSince' in data && data.unansweredSince) return { ...order, unansweredSince: data.unansweredSince }
  return unansweredSince && answers && !('provider' in data && data.provider) ? rest : order
}

export const orders: DefinedAggregate<Order, typeof orderEvents> = {
  name: 'order',
  initial,
  evolve,
  events: orderEvents,
}

/** The commands on an order, in the order of its life. */
export const orderCommands = /* @__PURE__ */ commandsOn(orders, {
  openOrder,
  toggleStep,
  shareDesignLink,
  shareDraft,
  requestChanges,
  settlePoint,
  approveDraft,
  sharePaymentLink,
  reviseInvoice,
  reportPayment,
  withdrawPaymentReport,
  confirmPayment,
  questionPayment,
  recordPayment,
  receivePayment,
  reopenPayment,
  sendReceipt,
  giveBillingDetails,
  issueInvoice,
  issueCreditNote,
  reviseProposal,
  acceptProposal,
  declineProposal,
  withdrawProposal,
  expireProposal,
  sendMessage,
  shareFiles,
  deleteFile,
  amendAnswers,
  readConversation,
  renameOrder,
  completeOrCancel,
  reopenOrder,
  eraseClient,
})

/** The schemas of the events' data, by type. */
export const orderEventData = /* @__PURE__ */ dataOf(orderEvents)

/** The traits of an event; undefined for a type of a newer program that this one does not know. */
export const traitsOf = <E extends OrderEvent>(event: E): Traits<E['data']> | undefined =>
  definitionOf(event)?.traits as Traits<E['data']> | undefined

/** Whether an event counts as unread for the other side. */
export const countsAsUnread = (event: OrderEvent): boolean => traitsOf(event)?.countsAsUnread ?? false

/** Whether an event moves its order from one list to another. */
export const movesRow = (event: OrderEvent): boolean => traitsOf(event)?.movesRow ?? false

/** Where the overview shows an event. */
export const overviewPlace = (event: OrderEvent): Traits<never>['overview'] => traitsOf(event)?.overview ?? 'hidden'

/** The longest sentence, in characters. */
export const maxSentenceLength = 160

/** An order's event in a person's words, without who and when: those stand beside it. It is one line. */
export function sentence(event: Recorded<OrderEvent>, order: SentenceContext): string {
  const definition = definitionOf(event)
  if (!definition) return 'Unknown event from a newer version'
  return truncateToLine(definition.sentence(event.data as never, order), maxSentenceLength)
}

/** The agency as clients are told who has read something: no one in particular. */
const agency: Person = { id: 'agency', name: '', role: 'admin' }

/** When something happened that a client is not told of. */
const hiddenTime = '1970-01-01T00:00:00.000Z'

/**
 * An event as a client is sent it. Of what is the agency's own the event's place in the stream stays, since a page takes
 * events one after the other, and it changes nothing there.
 */
export function forClient(event: Recorded<OrderEvent>): Recorded<OrderEvent> {
  const data = definitionOf(event)?.traits.forClients?.(event.by)
  return data ? ({ ...event, by: agency, at: hiddenTime, data } as Recorded<OrderEvent>) : event
}

/** An event as its reader is sent it: whole to an admin. */
export const asSentTo = (reader: Person, event: Recorded<OrderEvent>): Recorded<OrderEvent> =>
  reader.role === 'admin' ? event : forClient(event)

/** Whether an event is only there to keep the place of one that its reader is not told of. */
export const isPlaceholder = (event: Pick<Recorded<OrderEvent>, 'type' | 'by'>): boolean =>
  event.by.id === agency.id && definitionOf(event)?.traits.forClients !== undefined
