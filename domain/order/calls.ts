import type { Action } from '../action.ts'
import { completeOrCancel } from './complete-or-cancel.ts'
import type { Order, OrderEvent } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { renameOrder } from './rename-order.ts'
import { reopenOrder } from './reopen-order.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { reviseProposal } from './revise-proposal.ts'
import { sendMessage } from './send-message.ts'
import { shareDesignLink } from './share-design-link.ts'
import { sharePaymentLink } from './share-payment-link.ts'
import { toggleStep } from './toggle-step.ts'

export type OrderAction<Input> = Action<Order, OrderEvent, Input>

export type OrderCall = {
  method: 'put' | 'post'
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: the table holds actions of every input
  action: OrderAction<any>
}

const post = <Input>(path: string, action: OrderAction<Input>): OrderCall => ({ method: 'post', path, action })
const put = <Input>(path: string, action: OrderAction<Input>): OrderCall => ({ method: 'put', path, action })

/** Where each action on an order is asked for. The server makes its routes of this, and the pages send by it. */
export const orderCalls: readonly OrderCall[] = [
  put('/api/update-progress-status', toggleStep),
  put('/api/upload-design', shareDesignLink),
  put('/api/upload-payment-link', sharePaymentLink),
  put('/api/update-pricing', reviseInvoice),
  put('/api/update-proposal', reviseProposal),
  post('/api/send-message', sendMessage),
  put('/api/read-conversation', readConversation),
  put('/api/rename-order', renameOrder),
  put('/api/reopen-order', reopenOrder),
  put('/api/complete-or-cancell', completeOrCancel),
]
