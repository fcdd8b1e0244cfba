import { evolved, type Recorded, type Role } from '#domain/event.ts'
import { truncate } from '#domain/one-line.ts'
import type { SentenceContext } from '#domain/order/action.ts'
import { definitionOf, type OrderEvent, orders, sentence, traitsOf } from '#domain/order/actions.ts'
import { type Difference, differences } from '#domain/order/differences.ts'
import type { Order } from '#domain/order/order.ts'
import { isErased } from '#domain/order/telling.ts'
import { missingIn, wordsOf } from '#domain/words.ts'
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
 * an event’s changes are known until the next one is added, and are whole; else their texts are shortened.
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
      if (found.length > 0) changes.set(revision, keeps === 'all' ? found.map(shortened) : found)
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

/** The fields that people wrote although none of them is personal: what every proposal of the agency has. */
const writtenByAgency: ReadonlySet<string> = new Set(['deliverables', 'terms'])

/** The fields of an event that people wrote: the rest are ids, times and codes. */
const writtenFields = (event: OrderEvent): [name: string, written: unknown][] =>
  Object.entries(definitionOf(event)?.marks ?? {}).flatMap(([name, mark]) =>
    mark === 'clear' && !writtenByAgency.has(name) ? [] : [[name, event.data[name as keyof typeof event.data]]],
  )

/** The sentence of an event with each text in it as it was written: whole, and of several lines where it has them. */
export function wholeSentence(event: Recorded<OrderEvent>, order: SentenceContext): string {
  const texts = writtenFields(event).flatMap(([name, written]) =>
    typeof written === 'string' && !isErased(written) ? [{ name, written }] : [],
  )
  // Half a character stands for each text while the sentence is composed, so that nothing is cut.
  const data = Object.fromEntries(texts.map(({ name }, at) => [name, String.fromCharCode(firstStandIn + at)]))
  const composed = sentence({ ...event, data: { ...event.data, ...data } } as typeof event, order)
  return composed.replace(standIn, (half) => texts[half.charCodeAt(0) - firstStandIn]?.written ?? half)
}

/** Halves of characters: what people write, and their files' names, has none (`brokenTextIn`). */
const firstStandIn = 0xdc00
const standIn = /[\udc00-\udfff]/gu

/**
 * Whether an event is among those that are asked for. A search is for words of what it has, says, changed, or who did it. It
 * awaits `pause` before each text: an event may have many that are long.
 */
export async function isOfTimeline(
  event: Recorded<OrderEvent>,
  { kind, person, search }: TimelineFilter,
  log: Pick<ChangeLog, 'order' | 'changesOf'>,
  pause: () => Promise<void> | undefined = () => undefined,
): Promise<boolean> {
  if (kind && traitsOf(event)?.kind !== kind) return false
  if (person && event.by.id !== person) return false
  if (!search) return true
  // Changes are told shortened: what was written is searched in the event itself, where it is whole.
  const changed = log.changesOf(event.revision).flatMap(({ about, before = '', after = '' }) => [about, before, after])
  const written = writtenFields(event).flatMap(([, each]) => [...textsIn(each)])
  const wanted = wordsOf(search)
  let missing = wanted
  for (const text of [sentence(event, log.order), event.by.name, ...written, ...changed]) {
    await pause()
    missing = missingIn([text], missing)
    if (missing.length === 0) break
  }
  return wanted.length > 0 && missing.length === 0
}
