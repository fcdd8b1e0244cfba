import { accounts } from './account/actions.ts'
import { addressClaims } from './account/address-claim.ts'
import { subscriptions } from './account/subscription.ts'
import { marksOf } from './action.ts'
import { aggregates } from './aggregates.ts'
import { type Event, idIn, type NewEvent } from './event.ts'
import { leads } from './lead/actions.ts'
import { orders } from './order/actions.ts'
import { documentNumbers } from './order/document-numbers.ts'

/**
 * The personal fields of events, for every type there is. Beside them the name and the origin of the author are personal, in
 * every event.
 */
export const personalData = Object.assign(
  {},
  ...Object.values(aggregates).map(({ events }) => marksOf(events)),
) as ReturnType<typeof marksOf>

const none: readonly string[] = []
/** The names of the personal fields, by type. */
const namesByType = new Map(
  Object.entries(personalData).map(([type, marks]) => [
    type,
    Object.keys(marks).filter((name) => marks[name] !== 'clear'),
  ]),
)

/** The names of the personal fields of a type of event; none of one that this version does not know. */
export const personalFieldsOf = (type: string): readonly string[] => namesByType.get(type) ?? none

/** The data of an event whose personal fields cannot be read any more: what has to be there is there, and says nothing. */
export function erasedData(type: string, data: unknown): unknown {
  const names = personalFieldsOf(type)
  if (names.length === 0) return data
  const erased: Record<string, unknown> = {}
  for (const name of names) {
    const { erased: instead } = personalData[type]![name] as { erased: unknown }
    if (instead !== undefined) erased[name] = instead
  }
  return { ...erased, ...(data as object) }
}

/** The name of a person whose name cannot be read any more. */
export const erasedAuthorName = 'erased'

/**
 * The id of the person whose personal data a stream has. It is an account's or lead's own, that of a browser's
 * subscriber, or that of an order's client, whom its first event names. A reserved number has that of its order. A
 * claim of an address has a key of its own, which does not tell whose it was. Undefined where there is none.
 */
export function dataSubjectOf(
  stream: string,
  { by, data }: Pick<NewEvent, 'by' | 'data'>,
  first: Event | undefined,
): string | undefined {
  const clientIn = (event: Pick<Event, 'data'> | undefined) =>
    (event?.data as { clientId?: string } | undefined)?.clientId
  if (idIn(orders, stream) !== undefined) return clientIn(first)
  if (idIn(documentNumbers, stream) !== undefined) return clientIn({ data })
  if (idIn(subscriptions, stream) !== undefined) return by.id
  return idIn(accounts, stream) ?? idIn(leads, stream) ?? idIn(addressClaims, stream)
}

/** Whether it takes a stream's first event to know whose its data is. */
export const isKnownByFirstEvent = (stream: string): boolean => idIn(orders, stream) !== undefined
