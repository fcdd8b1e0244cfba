import { NotFound } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { orderId } from '#domain/order/input.ts'
import { maySee } from '#domain/order/order.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'

/** The order of an id that a request names, and its revision; undefined when the person may not see it or there is none. */
export async function findVisibleOrder(handler: CommandHandler, person: Person, requestedId: unknown) {
  const { data: id } = orderId.safeParse(requestedId)
  if (!id) return undefined
  const { state: order, revision } = await handler.load(orders, id)
  if (maySee(order, person)) return { id, order, revision }
  // It may have been opened a moment ago, by another process.
  const current = await handler.load(orders, id, { current: true })
  return maySee(current.state, person) ? { id, order: current.state, revision: current.revision } : undefined
}

/** The same for what cannot be answered without an order. Throws `NotFound`. */
export async function requireVisibleOrder(handler: CommandHandler, person: Person, requestedId: unknown) {
  const found = await findVisibleOrder(handler, person, requestedId)
  if (!found) throw new NotFound('This project doesn’t exist')
  return found
}
