import type { Action } from '../action.ts'
import { completeOrCancel } from './complete-or-cancel.ts'
import type { Order, OrderEvent } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { toggleStep } from './toggle-step.ts'

export type OrderAction<Input> = Action<Order, OrderEvent, Input>

export type OrderCall = {
  method: 'put' | 'post'
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: the table holds actions of every input
  action: OrderAction<any>
}

const put = <Input>(path: string, action: OrderAction<Input>): OrderCall => ({ method: 'put', path, action })

/** Where each action on an order is asked for. The server makes its routes of this, and the pages send by it. */
export const orderCalls: readonly OrderCall[] = [
  put('/api/update-progress-status', toggleStep),
  put('/api/read-conversation', readConversation),
  put('/api/complete-or-cancell', completeOrCancel),
]
