import type { Recorded, Role } from '#domain/event.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { RowVersion } from './fields.ts'
import { erasedName, initial, type Order } from './order.ts'
import { type Business, businessOf } from './project-name.ts'

/** The fields that a row shows as the order has them: what an event does to them is said once, in its `apply`. */
const shown = [
  'clientId',
  'title',
  'openedAs',
  'status',
  'openedAt',
  'clientErased',
  'lastAt',
  'steps',
  'currentSince',
  'unansweredSince',
  'pending',
  'invoice',
  'pricing',
  'invoiced',
  'proposal',
  'read',
] as const

/** An order as lists show it. Also the stored read model, guarded by its revision. */
export type OrderRow = Omit<Pick<Order, (typeof shown)[number]>, 'proposal' | 'openedAs'> & {
  id: string
  revision: number
  clientName: string
  /** Absent in a row from before it was known, until rows are made anew. */
  openedAs?: string | undefined
  /** Absent where the questionnaire does not ask for its name. */
  business?: Business
  /** The receiver of the proposal, and its day (`2026-11-16`); absent as long as there is none. */
  proposal?: { receiverName: string; date: string }
  /** Its versions, the first one first: the day of delivery follows from them. */
  proposals?: RowVersion[]
  /** How many events of each side count as unread for the other. */
  sent: Record<Role, number>
  /** The places of the deleted ones among them, the first sent being 0. Absent where there is none. */
  withdrawn?: Order['withdrawn']
}

/** Folds one event of the order onto its row: that of an order which has nothing but what the row shows. */
export function evolveRow(row: OrderRow | undefined, event: Recorded<OrderEvent>): OrderRow | undefined {
  if (!row && event.type !== 'OrderOpened') return undefined
  const { revision, by } = event
  const known = row && { ...pick(row, [...shown, 'withdrawn', 'proposals']), openedAs: row.openedAs }
  const before = { ...initial, ...known } as Order
  const order = orders.evolve({ ...before, sent: initial.sent }, event) as Order | undefined
  if (!order) return row && { ...row, revision, lastAt: event.at }
  const { proposal, ...rest } = pick(order, shown)
  const business = order.clientErased ? undefined : businessAfter(row?.business, event)
  const isErased = order.clientErased !== row?.clientErased // with all that was sent until then
  const { client, admin } = row && !isErased ? row.sent : { client: 0, admin: 0 }
  return {
    ...rest,
    id: row?.id ?? event.stream.slice('order-'.length),
    revision,
    clientName: order.clientErased ? erasedName : (row?.clientName ?? by.name),
    ...(business ? { business } : {}),
    ...(proposal ? { proposal: { receiverName: proposal.receiverName, date: proposal.date } } : {}),
    ...(order.proposals.length > 0
      ? { proposals: order.proposals.map((version) => pick(version, ['date', 'state', 'withdrawn'])) }
      : {}),
    ...(order.withdrawn === initial.withdrawn ? {} : { withdrawn: order.withdrawn }),
    sent: { client: client + order.sent.client.length, admin: admin + order.sent.admin.length },
  }
}

const pick = <T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])) as Pick<
    T,
    Name
  >

/** The name of the business after an event: a row has nothing else of the questionnaire. */
function businessAfter(business: Business | undefined, { type, data }: OrderEvent): Business | undefined {
  if (type === 'OrderOpened') return businessOf(data.questions)
  const answer = type === 'AnswersAmended' && business ? data.answers[business.question] : undefined
  return business && answer !== undefined
    ? { ...business, name: typeof answer === 'string' ? answer.trim() : '' }
    : business
}
