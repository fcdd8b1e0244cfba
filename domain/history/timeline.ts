import { evolved, type Recorded, type Role } from '#domain/event.ts'
import { definitionOf, type OrderEvent, orders, sentence, traitsOf } from '#domain/order/actions.ts'
import { type Difference, differences } from '#domain/order/differences.ts'
import type { Order } from '#domain/order/order.ts'
import { truncate } from '#domain/truncate.ts'
import { hasWords } from '#domain/words.ts'
import type { EventKind } from './kinds.ts'

/** Someone who wrote in an order, as they were called then. */
export type Author = { id: string; name: string; role: Role }

/** An event of an order, with the sentence that says it and what it changed. */
export type OrderLine = { event: Recorded<OrderEvent>; said: string; changes: readonly Difference[] }

/** The filter of a timeline: all events unless said. `person` is an id. */
export type TimelineFilter = {
  kind?: EventKind | undefined
  person?: string | undefined
  search?: string | undefined
}

/** The longest text that a change is told in, in characters. */
const maxLength = 400

/** Whether an event only adds to the conversation, or says how far it was read: nothing else of the order changes. */
export const changesNothingElse = ({ type }: OrderEvent) => type === 'MessageSent' || type === 'ConversationRead'

/**
 * The differences that an event made between two moments of an order. What an erased client wrote is not to be told by what
 * changed in it.
 */
export const changesBy = (event: OrderEvent, before: Order, after: Order): Difference[] =>
  changesNothingElse(event) || event.type === 'ClientErased' ? [] : differences(before, after)

/**
 * The changes of each event of an order, as its events are added one after the other from the first. It has the order as it
 * is without its messages, so that it stays small however long a conversation becomes. Where only the `latest` is stored,
 * an event’s changes are known until the next one is added.
 */
export function createChangeLog({ keeps }: { keeps: 'all' | 'latest' } = { keeps: 'all' }) {
  let order: Order = orders.initial
  let revision = -1
  const changes = new Map<number, readonly Difference[]>()
  const authors = new Map<string, Author>()

  return {
    /** The revision of the latest event that was added. */
    get revision() {
      return revision
    },
    /** The order as it stands, without its messages. */
    get order() {
      return order
    },
    add(event: Recorded<OrderEvent>): void {
      revision = event.revision
      if (keeps === 'latest') changes.clear()
      const { id, name, role } = event.by
      if (event.type !== 'ConversationRead') authors.set(id, { id, name, role })
      if (changesNothingElse(event)) return
      const next = evolved(orders, order, event)
      if (event.type === 'ClientErased') {
        changes.clear()
        authors.delete(order.clientId)
      }
      const found = changesBy(event, order, next)
      if (found.length > 0) changes.set(revision, found.map(shortened))
      order = next
    },
    /** The changes made by the event of a revision. */
    changesOf: (revision: number): readonly Difference[] => changes.get(revision) ?? [],
    /** Returns the authors so far, by name. */
    authors: (): Author[] => [...authors.values()].sort((a, b) => a.name.localeCompare(b.name)),
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>

/** A difference in texts that a line of a history has room for; without a value where it is empty. */
export const shortened = ({ about, before, after }: Difference): Difference => ({
  about: truncate(about, 120),
  ...(before ? { before: truncate(before, maxLength) } : {}),
  ...(after ? { after: truncate(after, maxLength) } : {}),
})

/** The names in an event’s data of what files and questions have beside the texts that people wrote. */
const notWritten: ReadonlySet<string> = new Set([
  'filename',
  'fileType',
  'sha256',
  'answerType',
  'description',
  'answerObject',
  'multipleChoiceArray',
  'checkBoxArray',
  'dependAnswer',
])

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) if (!notWritten.has(name)) yield* textsIn(each)
}

/** The parts of an event’s data that people wrote, by their names: the rest are ids, times and codes. */
const writtenIn = (event: OrderEvent): [name: string, written: unknown][] =>
  Object.entries(event.data).filter(([name]) => (definitionOf(event)?.marks[name] ?? 'clear') !== 'clear')

/** Whether an event is among those that are asked for. A search is for words of what it has, says, changed, or who did it. */
export function isOfTimeline(
  event: Recorded<OrderEvent>,
  { kind, person, search }: TimelineFilter,
  log: Pick<ChangeLog, 'order' | 'changesOf'>,
): boolean {
  if (kind && traitsOf(event)?.kind !== kind) return false
  if (person && event.by.id !== person) return false
  if (!search) return true
  // Changes are told shortened: what was written is searched in the event itself, where it is whole.
  const changed = log.changesOf(event.revision).flatMap(({ about, before = '', after = '' }) => [about, before, after])
  const written = writtenIn(event).flatMap(([, each]) => [...textsIn(each)])
  return hasWords([sentence(event, log.order), event.by.name, ...written, ...changed], search)
}
