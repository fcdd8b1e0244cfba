import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { accounts } from '#domain/account/account.ts'
import { type Action, NotAllowed } from '#domain/action.ts'
import type { Person } from '#domain/event.ts'
import { completeOrCancel } from '#domain/order/complete-or-cancel.ts'
import { maySee, type Order, type OrderEvent, orderId, orders } from '#domain/order/order.ts'
import { readConversation } from '#domain/order/read-conversation.ts'
import { toggleStep } from '#domain/order/toggle-step.ts'
import { type OrderAnswer, orderToWire, type RowsAnswer } from '#domain/order/wire.ts'
import { listOrders } from '#projections/orders.ts'
import type { Parts } from './parts.ts'
import { requestOf } from './request.ts'
import { rowText } from './row-text.ts'

/** How long a list waits for what its reader has just changed. */
const patience = 2_000

const page = z.object({
  status: z.enum(['open', 'completed', 'cancelled']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(2_000).optional(),
})

/** Orders: their lists, their pages, and what may be done to them. */
export function orderRoutes({ handler, sessions, projections }: Parts): Router {
  const router = Router()

  /** A route that performs an action on the order its input names. */
  const change =
    (method: 'put' | 'post') =>
    <Input extends { orderId: string }>(path: string, action: Action<Order, OrderEvent, Input>) =>
      router[method](path, async (request, response) => {
        const { person } = await sessions.require(request, response)
        if (!action.may.includes(person.role)) throw new NotAllowed(action.otherwise ?? 'Sorry Not Allowed')
        const input = action.input.parse(request.body)
        response.json(await handler.handle(action, input.orderId, input, requestOf(request, person)))
      })
  const put = change('put')

  put('/api/update-progress-status', toggleStep)
  put('/api/read-conversation', readConversation)
  put('/api/complete-or-cancell', completeOrCancel)

  router.get('/api/get-single-order', async (request, response) => {
    const { person } = await sessions.require(request, response)
    const { data: id } = orderId.safeParse(request.query.id)
    const { state: order, revision } = id ? await handler.folded(orders, id) : { state: orders.initial, revision: -1 }
    if (!id || !maySee(order, person)) {
      return void response.json({ data: [], access: false } satisfies OrderAnswer)
    }
    const { state: contact } = await handler.folded(accounts, order.clientId)
    response.json({ data: [orderToWire(id, revision, order, contact, person)], access: true } satisfies OrderAnswer)
  })

  router.get('/api/user-order', async (request, response) => {
    const { person } = await sessions.require(request, response)
    await answerRows(request, response, person, person.id)
  })

  router.get('/api/get-orders', async (request, response) => {
    const { person } = await sessions.require(request, response)
    if (person.role !== 'admin') throw new NotAllowed('Sorry Not Allowed')
    await answerRows(request, response, person)
  })

  /** A page of a list, newest first, once it has caught up with the `After-Position` its reader sends along. */
  async function answerRows(request: Request, response: Response, reader: Person, clientId?: string) {
    const { orders: list } = projections
    const position = /^\d{1,19}$/.exec(request.get('After-Position') ?? '')?.[0]
    const fresh = position === undefined || (await list.reached(BigInt(position), patience))
    const { documents, next } = await listOrders(list, { ...page.parse(request.query), clientId })
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
