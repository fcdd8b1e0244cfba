import { z } from 'zod'
import type { Person, Role } from '#domain/event.ts'
import { amountOf, type Paise, toWireRupees } from '#domain/money.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import type { step } from '#domain/step.ts'
import { type Entry, wireEntry } from './conversation.ts'
import { type Design, design, type Round, round } from './design-draft.ts'
import { type Amounts, type Pricing, pricing } from './invoice.ts'
import { type Buyer, buyer, type Invoiced, type IssuedDocument, invoiced, issuedDocument } from './issued.ts'
import { type Payment, payment } from './payments.ts'

/** All that a field of an order is beside its type: what pages are sent of it, both ways. */
type Field<Value, Wire extends z.ZodRawShape> = {
  /** The value before the first event. */
  initial: Value
  /** The names and values of the answer. */
  wire: Wire
  /** Encodes it for its reader. */
  encode(value: Value, reader: Person): z.output<z.ZodObject<Wire>>
  /** The way back. By hand and not by the schema: pages are drawn before zod is there. */
  decode(wire: z.output<z.ZodObject<Wire>>): Value
}

/* @__NO_SIDE_EFFECTS__ */
const field = <Value, Wire extends z.ZodRawShape>(definition: Field<Value, Wire>): Field<Value, Wire> => definition

/** A field that is sent as it is, under a name of its own, where it is there. */
/* @__NO_SIDE_EFFECTS__ */
const plain = <const Name extends string, Value, Schema extends z.ZodType<Value>>(
  name: Name,
  initial: Value,
  schema: Schema,
) =>
  field({
    initial,
    wire: { [name]: schema } as Record<Name, Schema>,
    encode: (value) => (value === undefined ? {} : { [name]: value }) as z.output<z.ZodObject<Record<Name, Schema>>>,
    decode: (wire) => (wire as { [N in Name]: Value })[name],
  })

const time = z.string()
/** A waiting request as it is sent. */
const waiting = z.object({ at: time, revision: z.int() }).optional()
export const wirePending = z.object({
  /** `amount`: what is reported altogether, in paise; absent where that was not kept. */
  payment: z.object({ at: time, revision: z.int(), amount: z.int().optional() }).optional(),
  changes: waiting,
  declined: waiting,
  expired: waiting,
  /** `paid`: what was paid by then, in paise; absent where an earlier version applies, which is what is paid for. */
  proposal: z.object({ at: time, revision: z.int(), paid: z.int().optional() }).optional(),
  draft: waiting,
  'payment question': waiting,
  invoice: waiting,
} satisfies Record<PendingKind, z.ZodType>)

/**
 * The sides whose requests may wait for an answer, and whose turn each makes it. The first pending one counts, so that a
 * client hears nothing while the agency owes an answer.
 */
export const pendingSides = {
  /** A payment was reported, and is to be confirmed. */
  payment: 'agency',
  /** Changes of a draft were asked for. */
  changes: 'agency',
  /** A proposal was declined. */
  declined: 'agency',
  /** A proposal waited to be accepted until its last day was over. */
  expired: 'agency',
  /** A proposal with a price waits to be accepted. */
  proposal: 'client',
  /** A draft waits to be approved, or for changes to be asked for. */
  draft: 'client',
  /** A reported payment was not found. */
  'payment question': 'client',
  /** An invoice is to be paid. */
  invoice: 'client',
} as const
export type PendingKind = keyof typeof pendingSides
/** The requests of a proposal that may wait: all are answered by whatever becomes of its latest version. */
export const proposalKinds: readonly PendingKind[] = ['proposal', 'declined', 'expired']
/** The pending requests: when each began to wait, with the event that asked. */
export type Pending = z.infer<typeof wirePending>

/** Returns the pending requests after an event that makes one, or answers it. */
export function withPending(
  before: Pending,
  { at, revision }: { at: string; revision: number },
  { asks, answers = [] }: { asks?: PendingKind; answers?: readonly PendingKind[] },
): Pending {
  const rest = Object.entries(before).filter(([kind]) => !answers.includes(kind as PendingKind) && kind !== asks)
  return { ...Object.fromEntries(rest), ...(asks ? { [asks]: { at, revision } } : {}) }
}

/** How an order may stand. */
export const orderStatuses = ['open', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The agency’s proposal; `date` is a day, `2026-11-16`. One with a price has its deliverables and terms with it, as they
 * were when it was written.
 */
export type Proposal = {
  receiverName: string
  date: string
  problem: string
  goals: string
  solution: string
  price?: Paise | undefined
  deliverables?: string[] | undefined
  terms?: string[] | undefined
}

/** A version as it is sent: the price in rupees. */
const wireVersion = z.object({
  /** The revision of the event that wrote it. */
  revision: z.int(),
  at: time,
  date: z.string(),
  /** A version that can be accepted has a price, and the hash of its text. */
  price: z.string().optional(),
  hash: z.string().optional(),
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'replaced']),
  /** The answer: by whom and when; `text` is the typed name, or the reason. An acceptance has its event’s revision. */
  answer: z.object({ by: z.string(), at: time, text: z.string(), revision: z.int().optional() }).optional(),
  /** Whether one that was declined was then withdrawn: it stays declined, with its reason. */
  withdrawn: z.literal(true).optional(),
})
type WireVersion = z.infer<typeof wireVersion>

const { date, state, withdrawn } = wireVersion.shape
/** A version as a row has it. */
export const rowVersion = z.object({ date, state, withdrawn })
export type RowVersion = z.infer<typeof rowVersion>

/**
 * A version of the proposal; the first is 1. An accepted one is replaced once a later one is accepted, and keeps its answer;
 * an open one once a later one is written.
 */
export type ProposalVersion = Omit<WireVersion, 'price'> & { price?: Paise | undefined }

/** 1 and 0 are yes and no. */
export const flag = z.union([z.literal(0), z.literal(1)])

type Flags = Record<'completed' | 'cancelled', 0 | 1>
export const flags = (status: OrderStatus): Flags => ({
  completed: status === 'completed' ? 1 : 0,
  cancelled: status === 'cancelled' ? 1 : 0,
})
export const statusOf = ({ completed, cancelled }: Flags): OrderStatus =>
  completed ? 'completed' : cancelled ? 'cancelled' : 'open'

/** Returns the person's own reading marks: those of others are hidden. */
export const ownMarks = (read: Record<string, number>, { id }: Person): Record<string, number> =>
  Object.hasOwn(read, id) ? { [id]: read[id]! } : {}

/** The place of what the page was not sent, in a list whose length counts. */
const notSent = (count = 0): number[] => Array.from({ length: count }, () => -1)

const revisions = z.array(z.int())
const ofBothSides = z.object({ client: revisions, admin: revisions })

/** The fields of an order, in the order in which its page shows them. */
const fields = {
  clientId: plain('client_id', '', z.string()),
  /** The client's first order is 1. */
  number: plain('number', 0, z.int()),
  openedAt: plain('openedAt', '', time),
  closedAt: plain('closedAt', undefined as string | undefined, time.optional()),
  /** When its client was erased, and everything that was theirs with them. */
  clientErased: plain('clientErased', undefined as string | undefined, time.optional()),
  /** When its last event was recorded, reading aside. */
  lastAt: plain('lastAt', '', time),
  /** The time when its first open step became that: at its opening, or as a step was completed or opened again. */
  currentSince: plain('currentSince', '', time),
  /** The time of the client’s message that waits for an answer; absent while none does. */
  unansweredSince: plain('unansweredSince', undefined as string | undefined, time.optional()),
  /** The requests of one side that wait for the other. */
  pending: plain('pending', {} as Pending, wirePending),
  /** The ids of the files that were deleted: to delete one again changes nothing. */
  deleted: plain('deleted', [] as string[], z.array(z.string())),
  /** The revisions of the events of each side that count as unread for the other. */
  sent: field({
    initial: { client: [], admin: [] } as Record<Role, number[]>,
    wire: {
      sent: ofBothSides,
      /** How many more each side sent before those. */
      sentBefore: z.object({ client: z.int(), admin: z.int() }).optional(),
      /** Where the reader has not read all of those: the first that is unread, by its place among all that its side sent. */
      firstUnread: z.object({ by: z.enum(['client', 'admin']), place: z.int(), revision: z.int() }).optional(),
    },
    encode: (sent) => ({ sent }),
    decode({ sent: latest, sentBefore, firstUnread }) {
      const sent = {
        client: [...notSent(sentBefore?.client), ...latest.client],
        admin: [...notSent(sentBefore?.admin), ...latest.admin],
      }
      if (firstUnread) sent[firstUnread.by][firstUnread.place] = firstUnread.revision
      return sent
    },
  }),
  /** The deleted entries that counted as unread: their places in `sent`. */
  withdrawn: plain('withdrawn', { client: [], admin: [] } as Record<Role, number[]>, ofBothSides),
  /** How many of the other side's unread events each person has read. Others' marks are theirs to know. */
  read: field({
    initial: {} as Record<string, number>,
    wire: { read: z.record(z.string(), z.int()) },
    encode: (read, reader) => ({ read: ownMarks(read, reader) }),
    decode: ({ read }) => read,
  }),
  /** The title that it was opened under; empty once its client was erased. */
  openedAs: plain('opened_as', '', z.string()),
  title: plain('title', '', z.string()),
  status: field({
    initial: 'open' as OrderStatus,
    wire: { completed: flag, cancelled: flag },
    encode: flags,
    decode: statusOf,
  }),
  /** JSON text on the wire: what the specification says. */
  steps: field({
    initial: [] as z.infer<typeof step>[],
    wire: { progress: z.string() },
    encode: (steps) => ({ progress: JSON.stringify(steps) }),
    decode: ({ progress }) => JSON.parse(progress),
  }),
  invoice: field({
    initial: { paid: 0, actual: 0, revisions: 0 } as Amounts,
    wire: { paid_amount: z.string(), actual_amount: z.string(), revisions: z.int() },
    encode: ({ paid, actual, revisions }) => ({
      paid_amount: toWireRupees(paid),
      actual_amount: toWireRupees(actual),
      revisions,
    }),
    decode: ({ paid_amount, actual_amount, revisions }) => ({
      paid: amountOf(paid_amount) ?? 0,
      actual: amountOf(actual_amount) ?? 0,
      revisions,
    }),
  }),
  /** The time when it got a price, and its paid revisions: instalments fall due from then on. */
  pricing: plain('pricing', { rounds: [] } as Pricing, pricing),
  /** The payments in their order: paid ones, those the client reports, and those the agency did not find. */
  payments: plain('payments', [] as Payment[], z.array(payment)),
  /** The invoiced party, as they gave it last. */
  buyer: plain('buyer', undefined as Buyer | undefined, buyer.optional()),
  /** The invoices and credit notes that were issued, in their order. */
  documents: plain('documents', [] as IssuedDocument[], z.array(issuedDocument)),
  invoiced: plain('invoiced', { sum: 0 } as Invoiced, invoiced),
  /** Empty until one is shared. */
  paymentLink: plain('payment_link', '', z.string()),
  /** Every design that was shared, the latest last. */
  designs: field({
    initial: [] as Design[],
    wire: {
      /** The latest design's link; empty until one is shared. */
      design: z.string(),
      designs: z.array(design),
    },
    encode: (designs) => ({ design: designs.at(-1)?.link ?? '', designs }),
    decode: ({ designs }) => designs,
  }),
  /** Every round of changes that was asked for, the latest last. */
  rounds: plain('rounds', [] as Round[], z.array(round)),
  /** The latest version. */
  proposal: field({
    initial: undefined as Proposal | undefined,
    wire: {
      /** The receiver of the proposal; empty as long as there is none. */
      company: z.string(),
      proposal_date: z.string(),
      problem: z.string(),
      goals: z.string(),
      solution: z.string(),
      /** The price in rupees; empty where it has none. */
      proposal_price: z.string(),
      deliverables: z.array(z.string()).optional(),
      proposal_terms: z.array(z.string()).optional(),
    },
    encode: (proposal) => ({
      company: proposal?.receiverName ?? '',
      proposal_date: proposal?.date ?? '',
      problem: proposal?.problem ?? '',
      goals: proposal?.goals ?? '',
      solution: proposal?.solution ?? '',
      proposal_price: proposal?.price === undefined ? '' : toWireRupees(proposal.price),
      ...(proposal?.deliverables ? { deliverables: proposal.deliverables } : {}),
      ...(proposal?.terms ? { proposal_terms: proposal.terms } : {}),
    }),
    decode: ({ company, proposal_date, problem, goals, solution, proposal_price, deliverables, proposal_terms }) =>
      company
        ? {
            ...{ receiverName: company, date: proposal_date, problem, goals, solution, deliverables },
            price: proposal_price ? amountOf(proposal_price) : undefined,
            terms: proposal_terms,
          }
        : undefined,
  }),
  /** Every version of the proposal, the first one first. */
  proposals: field({
    initial: [] as ProposalVersion[],
    wire: { proposals: z.array(wireVersion) },
    encode: (versions) => ({
      proposals: versions.map(({ price, ...rest }) =>
        price === undefined ? rest : { ...rest, price: toWireRupees(price) },
      ),
    }),
    decode: ({ proposals }) =>
      proposals.map(({ price, ...rest }) => (price === undefined ? rest : { ...rest, price: amountOf(price) })),
  }),
  /** The questionnaire with its answers, as JSON text on the wire; `shownQuestions` leaves out what was not shown. */
  questions: field({
    initial: [] as Question[],
    wire: { questions: z.string() },
    encode: (questions) => ({ questions: JSON.stringify(questions) }),
    decode: ({ questions }) => JSON.parse(questions),
  }),
  conversation: plain('conversation', [] as Entry[], z.array(wireEntry)),
}

type Fields = typeof fields
type Name = keyof Fields
/** The fields' types, and their part of the answer: both follow from the table. */
export type FieldValues = {
  [F in Name as undefined extends Fields[F]['initial'] ? never : F]: Fields[F]['initial']
} & { [F in Name as undefined extends Fields[F]['initial'] ? F : never]?: Fields[F]['initial'] }
type WireShape = { [F in Name]: Fields[F]['wire'] }[Name] extends infer U
  ? (U extends z.ZodRawShape ? (x: U) => void : never) extends (x: infer I) => void
    ? I
    : never
  : never

/** The fields of the answer, for the contract. */
export const wireShape = Object.assign({}, ...Object.values(fields).map(({ wire }) => wire)) as WireShape &
  z.ZodRawShape
type WireValues = z.output<z.ZodObject<WireShape & {}>>

const entries = Object.entries(fields) as unknown as [Name, Field<unknown, z.ZodRawShape>][]

/** The order of some values: what is not there has no place in it. */
const orderOf = (values: [Name, unknown][]): FieldValues =>
  Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FieldValues

export const initialFields = orderOf(entries.map(([name, { initial }]) => [name, initial]))

export const encodeFields = (order: FieldValues, reader: Person): WireValues =>
  Object.assign({}, ...entries.map(([name, { encode }]) => encode(order[name], reader)))

export const decodeFields = (wire: WireValues): FieldValues =>
  orderOf(entries.map(([name, { decode }]) => [name, decode(wire as never)]))
