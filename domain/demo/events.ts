import type { Person } from '#domain/event.ts'
import type { Paise } from '#domain/money.ts'
import { countsAsUnread, type OrderEvent } from '#domain/order/actions.ts'
import type { FileType, StoredFile } from '#domain/order/conversation.ts'
import type { DraftPhase } from '#domain/order/design-draft.ts'
import type { Proposal } from '#domain/order/fields.ts'
import type { Buyer } from '#domain/order/issued.ts'
import { proposalHash, proposalText } from '#domain/order/proposal-text.ts'
import { letterOf } from '#domain/order/review.ts'
import { deliverables, proposalTerms } from '#domain/order/terms.ts'
import { answered } from '#domain/questionnaire/answers.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import type { Answers } from '#domain/questionnaire/question.ts'
import type { Sample } from '#domain/testing.ts'
import type { Follows } from './documents.ts'

// The events of invented orders, each written like its sentence: `signs(meera, 1, at)`.

export type SampleEvent<Type extends OrderEvent['type']> = Sample<Extract<OrderEvent, { type: Type }>>

/** The events of an order, from its opening on. */
export type OrderHistory = [SampleEvent<'OrderOpened'>, ...Sample<OrderEvent>[]]

/** An event as it is written. Whether its data fit its type is checked where it joins a history. */
const written = <Type extends OrderEvent['type'], Data>(type: Type, data: Data, by: Person, at: string) => {
  return { type, data, by, at }
}
export const opens = (by: Person, number: number, answers: Answers, at: string): SampleEvent<'OrderOpened'> => {
  const questions = answered(defaultQuestions, answers)
  const data = { clientId: by.id, number, title: `${by.name} #${number}`, steps: defaultSteps, questions }
  return { type: 'OrderOpened', data, by, at }
}
const toggles = (by: Person, step: number, done: boolean, at: string) => written('StepToggled', { step, done }, by, at)
export const signs = (by: Person, step: number, at: string) => toggles(by, step, true, at)
export const unsigns = (by: Person, step: number, at: string) => toggles(by, step, false, at)
export const designs = (by: Person, link: string, at: string, phase?: DraftPhase): SampleEvent<'DesignLinkShared'> => {
  return { type: 'DesignLinkShared', data: { link, ...(phase ? { phase } : {}) }, by, at }
}
/** Approves the nth design that was shared, which completes the step of its phase. `open`: the points not ticked off. */
export const approves = (
  by: Person,
  version: number,
  phase: DraftPhase,
  at: string,
  open: string[] = [],
): SampleEvent<'DraftApproved'> => {
  const completes = defaultSteps.find((step) => step.phase === phase && step.completedOn === 'approval')!.id
  return { type: 'DraftApproved', data: { version, phase, name: by.name, open, completes }, by, at }
}
export const sharesPaymentLink = (by: Person, link: string, at: string) =>
  written('PaymentLinkShared', { link }, by, at)
/** The amounts are rupees here, as people write them. */
export const invoices = (by: Person, [paid, actual, revisions = 0]: [number, number, number?], at: string) => {
  const data = { paid: paid * 100, actual: actual * 100, revisions }
  return { type: 'InvoiceRevised', data, by, at } satisfies SampleEvent<'InvoiceRevised'>
}
export const proposes = (by: Person, proposal: Proposal, at: string) => written('ProposalRevised', proposal, by, at)
/** The same with a price, as the version that it is: this can be accepted. */
export const offers = (
  by: Person,
  proposal: Proposal & { price: Paise },
  version: number,
  at: string,
): SampleEvent<'ProposalRevised'> => {
  const whole = { ...proposal, deliverables: [...deliverables], terms: [...proposalTerms] }
  return { type: 'ProposalRevised', data: { ...whole, hash: proposalHash(whole, version) }, by, at }
}
/** Accepts an offered version, by the name of the account. */
const accepts = (
  by: Person,
  { data: { hash = '', ...proposal } }: SampleEvent<'ProposalRevised'>,
  version: number,
  at: string,
): SampleEvent<'ProposalAccepted'> => {
  const data = { version, price: proposal.price ?? 0, text: proposalText(proposal, version), hash, name: by.name }
  return { type: 'ProposalAccepted', data, by, at }
}
/** Says who is invoiced. */
export const givesBillingDetails = (by: Person, buyer: Buyer, at: string) =>
  written('BillingDetailsGiven', buyer, by, at)
/** Reports a payment, the only one that is not confirmed. The amount is rupees. */
export const reportsPayment = (
  by: Person,
  { rupees, reference }: { rupees: number; reference: string },
  at: string,
): SampleEvent<'PaymentReported'> => {
  const paid = { payment: 'demo-payment-1', amount: rupees * 100, reference, paidOn: at.slice(0, 10) }
  return { type: 'PaymentReported', data: { ...paid, waits: {} }, by, at }
}
/** Asks for changes of the nth design, in the first round of its phase: each a text, at a place of its first picture. */
export const asksForChanges = (
  by: Person,
  { version, phase }: { version: number; phase: DraftPhase },
  points: readonly { text: string; x: number; y: number }[],
  at: string,
): SampleEvent<'ChangesRequested'> => {
  const pinned = points.map(({ text, x, y }, nth) => ({
    letter: letterOf(nth),
    text,
    pin: { file: 0, page: 0, x, y },
  }))
  return { type: 'ChangesRequested', data: { version, phase, round: 1, price: 0, points: pinned }, by, at }
}
/** Accepts the first version, which completes the step that says so. */
export const acceptsFirst = (
  by: Person,
  offered: SampleEvent<'ProposalRevised'>,
  at: string,
): SampleEvent<'ProposalAccepted'> => {
  const accepted = accepts(by, offered, 1, at)
  const completes = defaultSteps.find(({ completedOn }) => completedOn === 'acceptance')!.id
  return { ...accepted, data: { ...accepted.data, completes } }
}
export const says = (by: Person, text: string, at: string) => written('MessageSent', { text }, by, at)
/** Shares a file, under an id by which it may be replaced. */
export const shares = (
  by: Person,
  file: StoredFile,
  caption: string,
  at: string,
  id?: string,
): SampleEvent<'FileShared'> => {
  return { type: 'FileShared', data: { file, caption }, by, at, ...(id ? { id } : {}) }
}
export const replaces = (by: Person, id: string, file: StoredFile, caption: string, at: string) =>
  written('FileReplaced', { id, file, caption }, by, at)
export const amends = (by: Person, answers: Answers, at: string) => written('AnswersAmended', { answers }, by, at)
/** Marks all that the other side has sent as read: `inOrder` counts it. */
export const reads = (by: Person, at: string) => written('ConversationRead', { upTo: 0, seen: 1 }, by, at)
export const renames = (by: Person, title: string, at: string) => written('OrderRenamed', { title }, by, at)
export const completes = (by: Person, at: string) => written('OrderCompleted', {}, by, at)
export const cancels = (by: Person, at: string) => written('OrderCancelled', {}, by, at)
export const reopens = (by: Person, reason: string, at: string) => written('OrderReopened', { reason }, by, at)

/** A stored file with a name of its own in the file store. */
export const stored = (filename: string, originalName: string, fileType: FileType, size: number) => {
  return { filename, originalName, fileType, size }
}

/** An event, or what follows from those before it. */
export type HistoryPart = Sample<OrderEvent> | Follows

/** The events of an order from its first, each reading with what there was to read by then. */
export const inOrder = (opened: SampleEvent<'OrderOpened'>, ...parts: HistoryPart[]): OrderHistory => {
  const rest: Sample<OrderEvent>[] = []
  for (const each of parts) rest.push(...(typeof each === 'function' ? each([opened, ...rest]) : [each]))
  return [
    opened,
    ...rest.map((event, at) => {
      if (event.type !== 'ConversationRead') return event
      const sent = [opened, ...rest.slice(0, at)].filter(
        (each) => countsAsUnread(each) && each.by.role !== event.by.role,
      )
      return { ...event, data: { upTo: at, seen: sent.length } }
    }),
  ]
}
