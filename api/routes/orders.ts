import type { Request } from 'express'
import { accounts } from '#domain/account/account.ts'
import { orderCommands } from '#domain/contract/orders.ts'
import { type Person, streamOf } from '#domain/event.ts'
import { type OrderCommand, type OrderEvent, orders } from '#domain/order/order.ts'
import { orderToWire } from '#domain/order/wire.ts'
import { toWire } from '#domain/wire.ts'
import { readBackwards } from '#infra/events/read-range.ts'
import { type ListedOrders, listOrders } from '#projections/models/orders.ts'
import type { AppContext } from '../app-context.ts'
import { findVisibleOrder } from '../find-visible-order.ts'
import { caughtUp } from '../http/caught-up.ts'
import { JsonText, type RouteHandler, type Routes } from '../http/router.ts'
import { rowText } from '../http/row-text.ts'

type CommandName = keyof typeof orderCommands

/** The routes of the commands whose body is their input. */
const commandRoutes = Object.fromEntries(
  Object.entries<OrderCommand<{ orderId: string }>>(orderCommands as never).map(([name, command]) => [
    name,
    ({ body, execute }: Parameters<RouteHandler<CommandName>>[0]) => execute(command, body.orderId, body),
  ]),
) as unknown as Pick<Routes, CommandName>

/** Orders: their lists, their pages, and what may be done to them. */
export function orderRoutes({ events, handler, projections }: AppContext) {
  /** A page of a list, newest first, once it has caught up with the `After-Position` its reader sends along. */
  async function rows(request: Request, reader: Person, requestedId: ListedOrders) {
    const { orders: list } = projections
    const fresh = await caughtUp(request, list)
    const { documents, next } = await listOrders(list, requestedId)
    const state = { position: String(list.position), ...(next ? { next } : {}), ...(fresh ? {} : { stale: true }) }
    const data = documents.map((row) => rowText(row, reader)).join()
    return new JsonText(`{"data":[${data}],${JSON.stringify(state).slice(1)}`)
  }

  return {
    ...commandRoutes,

    async getSingleOrder({ person, query }) {
      const found = await findVisibleOrder(handler, person, query.id)
      if (!found) return { data: [], access: false }
      const { id, order, revision } = found
      const { state: contact } = await handler.load(accounts, order.clientId)
      return { data: [orderToWire(id, revision, order, contact, person)], access: true }
    },

    async getHistory({ person, query: { id: requestedId, before, limit } }) {
      const found = await findVisibleOrder(handler, person, requestedId)
      if (!found) return { data: [], access: false }
      const { id, revision } = found
      const { events: recordedEvents, first } = await readBackwards<OrderEvent>(events, streamOf(orders, id), {
        revision,
        before,
        limit,
      })
      return { data: recordedEvents.map(toWire), access: true, ...(first > 0 ? { next: first } : {}) }
    },

    userOrder: ({ person, query, request }) => rows(request, person, { ...query, clientId: person.id }),
    getClientOrders: ({ person, query: { id: clientId, ...page }, request }) =>
      rows(request, person, { ...page, clientId }),
    getOrders: ({ person, query, request }) => rows(request, person, query),
  } satisfies Partial<Routes>
}
