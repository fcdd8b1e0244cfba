import type { Request } from 'express'
import { accounts } from '#domain/account/account.ts'
import { orderCommands } from '#domain/contract/orders.ts'
import { type Person, streamOf } from '#domain/event.ts'
import { type OrderAction, type OrderEvent, orders } from '#domain/order/order.ts'
import { orderToWire } from '#domain/order/wire.ts'
import { toWire } from '#domain/wire.ts'
import { factsBefore } from '#infra/events/between.ts'
import { type ListedOrders, listOrders } from '#projections/orders.ts'
import { caughtUp } from './caught-up.ts'
import { JsonText, type RouteHandler, type Routes } from './http/router.ts'
import type { Parts } from './parts.ts'
import { rowText } from './row-text.ts'
import { seenOrder } from './seen-order.ts'

type CommandName = keyof typeof orderCommands

/** The routes of the commands whose body is their input. */
const commandRoutes = Object.fromEntries(
  Object.entries<OrderAction<{ orderId: string }>>(orderCommands as never).map(([name, command]) => [
    name,
    ({ body, execute }: Parameters<RouteHandler<CommandName>>[0]) => execute(command, body.orderId, body),
  ]),
) as unknown as Pick<Routes, CommandName>

/** Orders: their lists, their pages, and what may be done to them. */
export function orderRoutes({ events, handler, projections }: Parts) {
  /** A page of a list, newest first, once it has caught up with the `After-Position` its reader sends along. */
  async function rows(request: Request, reader: Person, asked: ListedOrders) {
    const { orders: list } = projections
    const fresh = await caughtUp(request, list)
    const { documents, next } = await listOrders(list, asked)
    const state = { position: String(list.position), ...(next ? { next } : {}), ...(fresh ? {} : { stale: true }) }
    const data = documents.map((row) => rowText(row, reader)).join()
    return new JsonText(`{"data":[${data}],${JSON.stringify(state).slice(1)}`)
  }

  return {
    ...commandRoutes,

    async getSingleOrder({ person, query }) {
      const seen = await seenOrder(handler, person, query.id)
      if (!seen) return { data: [], access: false }
      const { id, order, revision } = seen
      const { state: contact } = await handler.folded(accounts, order.clientId)
      return { data: [orderToWire(id, revision, order, contact, person)], access: true }
    },

    async getHistory({ person, query: { id: asked, before, limit } }) {
      const seen = await seenOrder(handler, person, asked)
      if (!seen) return { data: [], access: false }
      const { id, revision } = seen
      const { facts, first } = await factsBefore<OrderEvent>(events, streamOf(orders, id), { revision, before, limit })
      return { data: facts.map(toWire), access: true, ...(first > 0 ? { next: first } : {}) }
    },

    userOrder: ({ person, query, request }) => rows(request, person, { ...query, clientId: person.id }),
    getOrders: ({ person, query, request }) => rows(request, person, query),
  } satisfies Partial<Routes>
}
