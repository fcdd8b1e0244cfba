import type { Action } from '#domain/action.ts'
import { completeOrCancel } from '#domain/order/complete-or-cancel.ts'
import type { Order, OrderEvent } from '#domain/order/order.ts'
import { readConversation } from '#domain/order/read-conversation.ts'
import { toggleStep } from '#domain/order/toggle-step.ts'

export type OrderAction<Input> = Action<Order, OrderEvent, Input>

type Route = { method: 'post' | 'put' | 'delete'; path: string }

const put = (path: string): Route => ({ method: 'put', path })

// biome-ignore lint/suspicious/noExplicitAny: the table holds actions of every input
const routes = new Map<OrderAction<any>, Route>([
  [toggleStep, put('/api/update-progress-status')],
  [readConversation, put('/api/read-conversation')],
  [completeOrCancel, put('/api/complete-or-cancell')],
])

/** Where an action on an order is sent. */
export function routeOf<Input>(action: OrderAction<Input>): Route {
  const route = routes.get(action)
  if (!route) throw new Error('This action has no line in the table of paths')
  return route
}
