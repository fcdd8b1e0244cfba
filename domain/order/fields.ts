import { z } from 'zod'
import type { Person } from '../event.ts'
import { amountOf, formatMoney, toWireRupees } from '../money.ts'
import type { step } from '../step.ts'
import { type Entry, filesOf, storedFile } from './conversation.ts'
import type { Amounts } from './invoice.ts'

/** What an order says, each with a key by which two moments are compared, and what it is about. */
export type Fact = readonly [key: string, about: string, text: string | undefined]

/** All that a field of an order is beside its type: what pages are sent of it, both ways, and how it is told that it changed. */
export type Field<Value, Wire extends z.ZodRawShape> = {
  /** The value before the first event. */
  initial: Value
  /** The names and values of the answer. */
  wire: Wire
  /** What its reader is sent of it. */
  encode(value: Value, reader: Person): z.output<z.ZodObject<Wire>>
  /** The way back. By hand and not by the schema: pages are drawn before zod is there. */
  decode(wire: z.output<z.ZodObject<Wire>>): Value
  /** What it says in a person's words, or that it is not shown. */
  facts: 'not shown' | ((value: Value) => readonly Fact[])
}

/* @__NO_SIDE_EFFECTS__ */
export const field = <Value, Wire extends z.ZodRawShape>(definition: Field<Value, Wire>): Field<Value, Wire> =>
  definition

/** A field that is sent as it is, under the same name. */
const time = z.string()
const side = {
  id: z.string(),
  revision: z.int(),
  by: z.object({ id: z.string(), name: z.string(), role: z.enum(['client', 'admin']), via: z.string().optional() }),
  at: time,
}
/** What client and agency sent each other, as it is sent. */
export const wireEntry = z.union([
  z.object({ kind: z.literal('message'), ...side, text: z.string() }),
  z.object({
    kind: z.literal('file'),
    ...side,
    file: storedFile,
    caption: z.string(),
    /** When it was replaced last. */
    replacedAt: time.optional(),
    /** What it replaced, oldest first. */
    before: z.array(z.object({ file: storedFile, at: time })),
    /** The revisions of all its versions, where it was replaced. */
    revisions: z.array(z.int()).optional(),
  }),
])

export const fields = {
  /** Empty until one is shared. */
  paymentLink: field({
    initial: '',
    wire: { payment_link: z.string() },
    encode: (link) => ({ payment_link: link }),
    decode: ({ payment_link }) => payment_link,
    facts: (link) => [['paymentLink', 'Payment link', link]],
  }),
  /** JSON text on the wire: what the specification says. */
  steps: field({
    initial: [] as z.infer<typeof step>[],
    wire: { progress: z.string() },
    encode: (steps) => ({ progress: JSON.stringify(steps) }),
    decode: ({ progress }) => JSON.parse(progress),
    facts: (steps) => steps.map(({ id, value, status }) => [`step ${id}`, value, status === 1 ? 'done' : 'open']),
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
    facts: ({ paid, actual, revisions }) => [
      ['actual', 'Price', formatMoney(actual)],
      ['paid', 'Received', formatMoney(paid)],
      ['revisions', 'Extra revisions', String(revisions)],
    ],
  }),
  conversation: field({
    initial: [] as Entry[],
    wire: { conversation: z.array(wireEntry) },
    encode: (conversation) => ({ conversation }),
    decode: ({ conversation }) => conversation,
    facts: (conversation) => {
      const files = filesOf(conversation)
      return [
        ['messages', 'Messages', String(conversation.length - files.length)],
        ['files', 'Files', String(files.length)],
        ...files.map(({ id, file, caption }): Fact => [`file ${id}`, 'File', `${file.originalName}: ${caption}`]),
      ]
    },
  }),
  /** How many of the other side's unread events each person has read. Others' marks are theirs to know. */
  read: field({
    initial: {} as Record<string, number>,
    wire: { read: z.record(z.string(), z.int()) },
    encode: (read, { id }) => ({ read: Object.hasOwn(read, id) ? { [id]: read[id]! } : {} }),
    decode: ({ read }) => read,
    facts: 'not shown',
  }),
}

type Fields = typeof fields
type Name = keyof Fields
/** The fields' types, and their part of the answer: both follow from the table. */
export type FieldValues = { [F in Name]: Fields[F]['initial'] }
type WireShape = { [F in Name]: Fields[F]['wire'] }[Name] extends infer U
  ? (U extends z.ZodRawShape ? (x: U) => void : never) extends (x: infer I) => void
    ? I
    : never
  : never

/** For the contract: the fields of the answer. */
export const wireShape = Object.assign({}, ...Object.values(fields).map(({ wire }) => wire)) as WireShape &
  z.ZodRawShape
export type WireValues = z.output<z.ZodObject<WireShape & {}>>

const entries = Object.entries(fields) as unknown as [Name, Field<unknown, z.ZodRawShape>][]

export const initialFields = Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as FieldValues

export const encodeFields = (order: FieldValues, reader: Person): WireValues =>
  Object.assign({}, ...entries.map(([name, { encode }]) => encode(order[name], reader)))

export const decodeFields = (wire: WireValues): FieldValues =>
  Object.fromEntries(entries.map(([name, { decode }]) => [name, decode(wire as never)])) as FieldValues

export const factsOf = Object.fromEntries(
  entries.map(([name, { facts }]) => [
    name,
    facts === 'not shown' ? facts : (order: FieldValues) => facts(order[name]),
  ]),
) as { [F in Name]: 'not shown' | ((order: FieldValues) => readonly Fact[]) }
