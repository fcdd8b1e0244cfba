import { z } from 'zod'
import { answers, fileAnswer, question } from '#domain/template/question.ts'
import type { EventOf } from '../event.ts'
import { newStep } from '../step.ts'
import { storedFile } from './conversation.ts'
import { amounts } from './invoice.ts'

/** What an event is about: by this the history is filtered. */
export const eventKinds = [
  'project',
  'steps',
  'designs',
  'money',
  'proposal',
  'answers',
  'messages',
  'files',
  'reading',
] as const
export type EventKind = (typeof eventKinds)[number]

/** What an event of a type means beside the change it makes to the order. */
type Traits<Data> = {
  kind: EventKind
  /** Whether an event counts as unread for the other side. */
  countsAsUnread: boolean
  /** Whether it answers a message of the other side. */
  answers?: true
  /** Who is notified by mail and push. */
  notifies: 'other side' | 'no one'
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

/** A type of event: its data, and what follows from it. */
const event = <Data extends z.ZodType>(data: Data, traits: Traits<z.infer<Data>>) => ({ data, ...traits })

/** What the agency proposes; `date` is a day, `2026-11-16`. */
const proposal = z.object({
  receiverName: z.string(),
  date: z.string(),
  problem: z.string(),
  goals: z.string(),
  solution: z.string(),
})
export type Proposal = z.infer<typeof proposal>

const link = z.object({ link: z.string() })
const nothing = z.object({})

/** Not unread, no other list, shown as an entry: the traits of most events. */
const entry = { countsAsUnread: false, notifies: 'other side', overview: 'entry', movesRow: false } as const
/** What one side sends the other. */
const sent = { countsAsUnread: true, answers: true, notifies: 'other side', overview: 'line', movesRow: false } as const
/** What moves the order from one list to another. */
const moved = { countsAsUnread: false, notifies: 'other side', overview: 'line', movesRow: true } as const

/**
 * What may happen to an order, and what follows from each beside the change that `evolve` makes. Stored for ever: types
 * are never renamed, what is added to their data is optional.
 */
export const orderEvents = {
  OrderOpened: event(
    z.object({
      clientId: z.string(),
      number: z.int(),
      title: z.string(),
      steps: z.array(newStep),
      questions: z.array(question),
    }),
    { kind: 'project', countsAsUnread: true, notifies: 'other side', overview: 'hidden', movesRow: true },
  ),
  /** `since`: as it takes another toggle back, since when the step that is the current one again was that. */
  StepToggled: event(z.object({ step: z.int(), done: z.boolean(), since: z.string().optional() }), {
    kind: 'steps',
    countsAsUnread: false,
    notifies: 'other side',
    overview: 'line',
    movesRow: false,
    subject: ({ step }) => step,
    settles: ({ done }) => (done ? 'done' : undefined),
  }),
  DesignLinkShared: event(link, { kind: 'designs', ...entry, answers: true }),
  PaymentLinkShared: event(link, { kind: 'money', ...entry, answers: true }),
  InvoiceRevised: event(amounts, { kind: 'money', ...entry, answers: true }),
  ProposalRevised: event(proposal, { kind: 'proposal', ...entry, answers: true }),
  MessageSent: event(z.object({ text: z.string() }), { kind: 'messages', ...sent, countedAs: 'message' }),
  FileShared: event(z.object({ file: storedFile, caption: z.string() }), { kind: 'files', ...sent, countedAs: 'file' }),
  FileReplaced: event(z.object({ id: z.string(), file: storedFile, caption: z.string() }), {
    kind: 'files',
    ...sent,
    countedAs: 'file',
  }),
  /** `withdrawn`: at which places the file stands in what its sender's side has sent. */
  FileDeleted: event(
    z.object({
      id: z.string(),
      files: z.array(fileAnswer),
      withdrawn: z.object({ by: z.enum(['client', 'admin']), places: z.array(z.int()) }).optional(),
    }),
    { kind: 'files', ...entry },
  ),
  AnswersAmended: event(z.object({ answers }), { kind: 'answers', ...entry, countsAsUnread: true }),
  ConversationRead: event(z.object({ upTo: z.int(), seen: z.int() }), {
    kind: 'reading',
    countsAsUnread: false,
    notifies: 'no one',
    overview: 'hidden',
    movesRow: false,
    quiet: true,
  }),
  OrderRenamed: event(z.object({ title: z.string() }), { kind: 'project', ...entry }),
  OrderCompleted: event(nothing, { kind: 'project', ...moved, settles: () => 'done' }),
  OrderCancelled: event(nothing, { kind: 'project', ...moved, settles: () => 'cancelled' }),
  OrderReopened: event(z.object({ reason: z.string() }), { kind: 'project', ...entry, movesRow: true }),
  /** `files`: the names that the order's files were stored under, which are removed. */
  ClientErased: event(z.object({ files: z.array(z.string()) }), { kind: 'project', ...entry, notifies: 'no one' }),
}

type Types = typeof orderEvents
export type OrderEvent = EventOf<typeof orderEventData>

/** The schemas of the events' data, by type. */
export const orderEventData = Object.fromEntries(
  Object.entries(orderEvents).map(([type, { data }]) => [type, data]),
) as unknown as { [Type in keyof Types]: Types[Type]['data'] }

/** What follows from an event; undefined when a newer program wrote it, of a type that this one does not know. */
export const traitsOf = <E extends OrderEvent>({ type }: E): Traits<E['data']> | undefined =>
  Object.hasOwn(orderEvents, type) ? (orderEvents[type as E['type']] as unknown as Traits<E['data']>) : undefined

/** Whether this program knows events of this type. */
export const isKnownEvent = (event: OrderEvent): boolean => traitsOf(event) !== undefined

/** Whether an event counts as unread for the other side. */
export const countsAsUnread = (event: OrderEvent): boolean => traitsOf(event)?.countsAsUnread ?? false

/** Whether an event notifies the other side, by mail and push. */
export const isNotifiable = (event: OrderEvent): boolean => traitsOf(event)?.notifies === 'other side'

/** Whether an event moves its order from one list to another. */
export const movesRow = (event: OrderEvent): boolean => traitsOf(event)?.movesRow ?? false

/** Where the overview shows an event. */
export const overviewPlace = (event: OrderEvent): Traits<never>['overview'] => traitsOf(event)?.overview ?? 'hidden'
