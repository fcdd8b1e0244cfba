import { z } from 'zod'
import {
  type AllDecided,
  type CommandDefinition as AnyCommand,
  type Around,
  clear,
  type DataOf,
  defineEvent,
  type EventDefinition,
  type ObjectOf,
  type Shape,
} from '#domain/action.ts'
import type { Endpoint } from '#domain/contract/call.ts'
import type { Event, Lists, Person } from '#domain/event.ts'
import type { EventKind } from '#domain/history/kinds.ts'
import type { Scope } from '#domain/integrations/scopes.ts'
import type { Entry } from './conversation.ts'
import { maySee, type Order } from './order.ts'

/** The traits of a type of event beside the change it makes to the order. */
export type Traits<Data> = {
  kind: EventKind
  /** Whether an event counts as unread for the other side. */
  countsAsUnread: boolean
  /** Whether it answers a message of the other side. */
  answers?: true
  /** The people notified by mail and push. */
  notifies: 'other side' | 'no one'
  /** Where the overview shows it: on a line of its own, as an entry under the steps, or nowhere. */
  overview: 'line' | 'entry' | 'hidden'
  /** Whether it moves the order's row from one list to another. */
  movesRow: boolean
  /** How a summary counts it. Of everything else, and of a single point, a summary has the latest. */
  countedAs?: 'message' | 'file' | 'point'
  /** Its subject, where an order has several: the latest event about each is in a summary. */
  subject?(data: Data): number | string
  /** How it settles something, which the history marks: done, or given up. */
  settles?(data: Data): 'done' | 'cancelled' | undefined
  /** The data sent to clients in place of an event of the agency’s own, which changes nothing there. */
  forClients?(by: Person): Data | undefined
}

/** The traits of most events: not unread, no move to another list, shown as an entry. */
export const entryTraits = {
  countsAsUnread: false,
  notifies: 'other side',
  overview: 'entry',
  movesRow: false,
} as const
/** The traits of an event with a line of its own in the overview. */
export const lineTraits = { ...entryTraits, overview: 'line' } as const
/** The traits of what one side sends the other. */
export const messageTraits = { ...lineTraits, countsAsUnread: true, answers: true } as const
/** The traits of an event that moves the order from one list to another. */
export const listMoveTraits = { ...lineTraits, movesRow: true } as const

/** The traits of an event about one payment of several. */
export const paymentTraits = {
  ...entryTraits,
  kind: 'money',
  subject: ({ payment }: { payment: string }) => payment,
} as const

/** The time of a message that waits for an answer again, in an event that takes back what counted as one. */
export const unansweredAgain = { unansweredSince: clear(z.string().optional()) }

const replacedAt = (entry: Entry): string | undefined => (entry.kind === 'file' ? entry.replacedAt : undefined)

/** Returns that time, as long as no message, file or design of the agency has answered it since. */
export const stillUnanswered = ({ conversation, designs }: Order, since = ''): { unansweredSince?: string } =>
  conversation.some(({ by, at }) => by.role === 'client' && at === since) &&
  !conversation.some((entry) => entry.by.role === 'admin' && (replacedAt(entry) ?? entry.at) > since) &&
  !designs.some(({ at }) => at > since)
    ? { unansweredSince: since }
    : {}

/** The parts of an order that a sentence may use beside the event. */
export type SentenceContext = Pick<Order, 'steps' | 'questions' | 'conversation'>

/** Defines a type of an order's events. */
export type OrderEventDefinition<
  Type extends string = string,
  Data = never,
  Schema extends z.ZodType = z.ZodType,
> = EventDefinition<Type, Data, Schema, Traits<Data>, Order, SentenceContext>

/** Defines a type of an order's events. */
/* @__NO_SIDE_EFFECTS__ */
export const orderEvent = <const Type extends string, S extends Shape>(
  type: Type,
  shape: S & AllDecided<S>,
  definition: {
    apply(order: Order, data: DataOf<S>, event: Around, lists: Lists): Order
    sentence: string | ((data: DataOf<S>, order: SentenceContext) => string)
  } & Traits<DataOf<S>>,
) =>
  defineEvent(type, shape as never, definition as never) as unknown as OrderEventDefinition<
    Type,
    DataOf<S>,
    ObjectOf<S>
  >

/** How an event is undone: by another event, of this command. */
export type Undo = {
  // biome-ignore lint/suspicious/noExplicitAny: every command's own input
  command: CommandDefinition<string, any, any> & { call: Endpoint }
  /** The command’s input without the order’s id. */
  input: object
  /** Whether an order still is as the event made it. */
  isUnchanged(order: Order): boolean
}

/* @__NO_SIDE_EFFECTS__ */
export const undoBy = <Input extends { orderId: string }>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever events it causes
  command: CommandDefinition<string, Input, any> & { call: Endpoint },
  input: { [Name in Exclude<keyof Input, 'orderId'>]?: unknown },
  isUnchanged: Undo['isUnchanged'],
): Undo => ({ command, input, isUnchanged })

/** The parts of an order's page that something leads to. */
export type OrderTab = 'overview' | 'design' | 'invoice' | 'proposal' | 'payment'

/** Where the palette of an order's page has it: for those who may, on open orders unless it says otherwise. */
type PaletteLine = {
  label: string
  /** The control that it goes to, where the command has several. */
  control?: string | number
  onClosed?: true
  tab: OrderTab
  words?: string
  key?: string
  press?: true
  onlySearched?: boolean
}

/** Defines a command of an order. */
export type CommandDefinition<Name extends string = string, Input = never, E extends Event = Event> = AnyCommand<
  Order,
  Name,
  Input,
  E
> & {
  summary: string
  /** Method and path, where the body is its input; absent where a route of its own makes it. */
  call?: Endpoint
  /** The part of its input that is sent, where the server fills in the rest: then the call has a route of its own. */
  body?: z.ZodType
  /** The scope an API key needs; null: no key may. */
  scope: Scope | null
  /** How what it did is taken back, given the order as it was before; undefined where it cannot be this time. */
  undo: 'cannot be taken back' | ((before: Order, event: E) => Undo | undefined)
  palette: 'not in the palette' | readonly PaletteLine[] | ((order: Order) => readonly PaletteLine[])
}

/** The parts of a command that pages need to send it: its endpoint and its schema. */
// biome-ignore lint/suspicious/noExplicitAny: whatever events it causes
export type SentCommand<Input> = Pick<CommandDefinition<string, Input, any>, 'name' | 'input' | 'undo'> & {
  call: Endpoint
}

/** How what a command did is taken back. */
export type UndoOf = CommandDefinition['undo']

/** Defines a command on an order. Beside its own rules only an admin or the order's owner may know of the order. */
/* @__NO_SIDE_EFFECTS__ */
export const orderCommand = <
  const Name extends string,
  Input extends { orderId: string },
  E extends Event,
  Call extends Endpoint | undefined = undefined,
>(
  name: Name,
  input: z.ZodType<Input>,
  command: Omit<CommandDefinition<Name, Input, E>, 'name' | 'input' | 'call'> & { call?: Call },
): CommandDefinition<Name, Input, E> & { call: Call; route: () => never } =>
  ({ visible: maySee, ...command, input, name }) as unknown as CommandDefinition<Name, Input, E> & {
    call: Call
    route: () => never
  }

/** Whether the first record has all values of the second. */
export function sameValues<T extends object>(one: T | undefined, other: T): boolean {
  return one !== undefined && (Object.keys(other) as (keyof T)[]).every((name) => one[name] === other[name])
}
