import type { Answers, FileAnswer, Question } from '#domain/template/question.ts'
import type { Event } from '../event.ts'
import type { NewStep } from '../step.ts'
import type { StoredFile } from './conversation.ts'
import type { Amounts } from './money.ts'

/** What may happen to an order. Stored for ever: types are never renamed, added fields are optional. */
export type OrderEvent =
  | Event<'OrderOpened', { clientId: string; number: number; title: string; steps: NewStep[]; questions: Question[] }>
  | Event<'StepToggled', { step: number; done: boolean }>
  | Event<'DesignLinkShared', { link: string }>
  | Event<'PaymentLinkShared', { link: string }>
  | Event<'InvoiceRevised', Amounts>
  | Event<'ProposalRevised', Proposal>
  | Event<'MessageSent', { text: string }>
  | Event<'FileShared', { file: StoredFile; caption: string }>
  | Event<'FileReplaced', { id: string; file: StoredFile; caption: string }>
  | Event<'FileDeleted', { id: string; files: FileAnswer[] }>
  | Event<'AnswersAmended', { answers: Answers }>
  | Event<'ConversationRead', { upTo: number; seen: number }>
  | Event<'OrderRenamed', { title: string }>
  | Event<'OrderCompleted', {}>
  | Event<'OrderCancelled', {}>
  | Event<'OrderReopened', { reason: string }>

/** What the agency proposes; `date` is a day, `2026-11-16`. */
export type Proposal = { receiverName: string; date: string; problem: string; goals: string; solution: string }

/** What an event of a type means beside the change it makes to the order. */
type Traits<Data> = {
  /** Whether the other side has something to read now. */
  countsAsUnread: boolean
  /** Who is told by mail and push while they are not looking. */
  notifies: 'other side' | 'nobody'
  /** Where the overview shows it: on a line of its own, as an entry under the steps, or nowhere. */
  overview: 'line' | 'entry' | 'hidden'
  /** Whether it moves the order's row from one list to another. */
  movesRow: boolean
  /** What a summary counts it as. Of everything else a summary has the latest. */
  countedAs?: 'message' | 'file'
  /** What it is about, where an order has several: the latest about each is in a summary. */
  subject?(data: Data): number
  /** What it settles, and the history marks: something done, or given up. */
  settles?(data: Data): 'done' | 'cancelled' | undefined
  /** Whether the history has it in a lower voice. */
  quiet?: true
}

/** What follows from an event of each type. Forget one and the compiler says so. */
export const orderEvents: { readonly [E in OrderEvent as E['type']]: Traits<E['data']> } = {
  OrderOpened: { countsAsUnread: true, notifies: 'other side', overview: 'hidden', movesRow: true },
  StepToggled: {
    countsAsUnread: false,
    notifies: 'other side',
    overview: 'line',
    movesRow: false,
    subject: ({ step }) => step,
    settles: ({ done }) => (done ? 'done' : undefined),
  },
  DesignLinkShared: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  PaymentLinkShared: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  InvoiceRevised: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  ProposalRevised: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  MessageSent: {
    countsAsUnread: true,
    notifies: 'other side',
    overview: 'line',
    movesRow: false,
    countedAs: 'message',
  },
  FileShared: { countsAsUnread: true, notifies: 'other side', overview: 'line', movesRow: false, countedAs: 'file' },
  FileReplaced: { countsAsUnread: true, notifies: 'other side', overview: 'line', movesRow: false, countedAs: 'file' },
  FileDeleted: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  AnswersAmended: { countsAsUnread: true, notifies: 'other side', overview: 'entry', movesRow: false },
  ConversationRead: { countsAsUnread: false, notifies: 'nobody', overview: 'hidden', movesRow: false, quiet: true },
  OrderRenamed: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false },
  OrderCompleted: {
    countsAsUnread: false,
    notifies: 'other side',
    overview: 'line',
    movesRow: true,
    settles: () => 'done',
  },
  OrderCancelled: {
    countsAsUnread: false,
    notifies: 'other side',
    overview: 'line',
    movesRow: true,
    settles: () => 'cancelled',
  },
  OrderReopened: { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: true },
}

/** What follows from an event; undefined when a newer program wrote it, of a type that this one does not know. */
export const traitsOf = <E extends OrderEvent>({ type }: E): Traits<E['data']> | undefined =>
  Object.hasOwn(orderEvents, type) ? orderEvents[type as E['type']] : undefined

/** Whether this program knows events of this type. */
export const isKnown = (event: OrderEvent): boolean => traitsOf(event) !== undefined

/** Whether the other side has something to read now. */
export const countsAsUnread = (event: OrderEvent): boolean => traitsOf(event)?.countsAsUnread ?? false

/** Whether the other side is told of an event, by mail and push, when they are not looking. */
export const isNotifiable = (event: OrderEvent): boolean => traitsOf(event)?.notifies === 'other side'

/** Whether an event moves its order from one list to another. */
export const movesRow = (event: OrderEvent): boolean => traitsOf(event)?.movesRow ?? false

/** Where the overview shows an event. */
export const overviewPlace = (event: OrderEvent): Traits<never>['overview'] => traitsOf(event)?.overview ?? 'hidden'
