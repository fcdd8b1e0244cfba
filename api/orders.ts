import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { accounts } from '#domain/account/account.ts'
import { type Person, streamOf } from '#domain/event.ts'
import { orderCalls } from '#domain/order/calls.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import { type HistoryAnswer, type OrderAnswer, orderToWire, type RowsAnswer } from '#domain/order/wire.ts'
import { toWire } from '#domain/wire.ts'
import { factsBefore } from '#infra/events/between.ts'
import { type ListedOrders, listOrders } from '#projections/orders.ts'
import { callsOn, people } from './call.ts'
import { caughtUp } from './caught-up.ts'
import type { Parts } from './parts.ts'
import { requestOf } from './request.ts'
import { rowText } from './row-text.ts'
import { seenOrder } from './seen-order.ts'

const page = z.object({
  status: z.enum(['open', 'completed', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(2_000).optional(),
})

const historyPage = z.object({
  id: z.unknown().optional(),
  /** Only what is older than this revision. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** Orders: their lists, their pages, and what may be done to them. */
export function orderRoutes({ events, handler, sessions, projections }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  for (const { method, path, action } of orderCalls) {
    on[method](
      path,
      { may: action.may, otherwise: action.otherwise, body: action.input, changes: true },
      ({ person, body }, request) => handler.handle(action, body.orderId, body, requestOf(request, person)),
    )
  }

  on.get(
    '/api/get-single-order',
    { may: people, query: z.object({ id: z.unknown().optional() }) },
    async ({ person, query }) => {
      const seen = await seenOrder(handler, person, query.id)
      if (!seen) return { data: [], access: false } satisfies OrderAnswer
      const { id, order, revision } = seen
      const { state: contact } = await handler.folded(accounts, order.clientId)
      return { data: [orderToWire(id, revision, order, contact, person)], access: true } satisfies OrderAnswer
    },
  )

  on.get(
    '/api/get-history',
    { says: "An order's facts, newest first", may: people, query: historyPage },
    async ({ person, query: { id: asked, before, limit } }) => {
      const seen = await seenOrder(handler, person, asked)
      if (!seen) return { data: [], access: false } satisfies HistoryAnswer
      const { id, revision } = seen
      const { facts, first } = await factsBefore<OrderEvent>(events, streamOf(orders, id), { revision, before, limit })
      return { data: facts.map(toWire), access: true, ...(first > 0 ? { next: first } : {}) } satisfies HistoryAnswer
    },
  )

  on.get('/api/user-order', { may: people, query: page }, ({ person, query }, request, response) =>
    answerRows(request, response, person, { ...query, clientId: person.id }),
  )

  on.get('/api/get-orders', { may: ['admin'], query: page }, ({ person, query }, request, response) =>
    answerRows(request, response, person, query),
  )

  /** A page of a list, newest first, once it has caught up with the `After-Position` its reader sends along. */
  async function answerRows(request: Request, response: Response, reader: Person, asked: ListedOrders) {
    const { orders: list } = projections
    const fresh = await caughtUp(request, list)
    const { documents, next } = await listOrders(list, asked)
    const rest: Omit<RowsAnswer, 'data'> = {
      position: String(list.position),
      ...(next ? { next } : {}),
      ...(fresh ? {} : { stale: true as const }),
    }
    const data = documents.map((row) => rowText(row, reader)).join()
    response.type('json').send(`{"data":[${data}],${JSON.stringify(rest).slice(1)}`)
  }

  return router
}
