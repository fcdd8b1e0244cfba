import { toWireRupees } from '../money.ts'
import { completeOrCancel } from './complete-or-cancel.ts'
import type { Order, OrderCommand, OrderEvent } from './order.ts'
import { renameOrder } from './rename-order.ts'
import { reopenOrder } from './reopen-order.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { reviseProposal } from './revise-proposal.ts'
import { sharePaymentLink } from './share-payment-link.ts'
import { toggleStep } from './toggle-step.ts'

/** The commands that take something back. */
type UndoingCommand =
  | typeof completeOrCancel
  | typeof renameOrder
  | typeof reopenOrder
  | typeof reviseInvoice
  | typeof reviseProposal
  | typeof sharePaymentLink
  | typeof toggleStep

/** How an event is taken back: by another event, of this command. */
export type Undo = {
  command: OrderCommand<{ orderId: string }, UndoingCommand['name']>
  /** What the command is sent beside the order's id. */
  entered: object
  /** Whether an order still is as the event made it. */
  stands(order: Order): boolean
}

/**
 * How what an admin did to an order is taken back, given the order as it was before; undefined where it cannot be: what
 * was said or shown has been seen, and what was there for the first time has nothing before it.
 */
export function undoOf(event: OrderEvent, before: Order): Undo | undefined {
  const { type, data } = event
  switch (type) {
    case 'StepToggled': {
      const status = data.done ? 1 : 0
      const entered = { progressId: data.step, status: data.done ? 0 : 1, since: before.currentSince }
      return undo(toggleStep, entered, ({ steps }) =>
        steps.some((step) => step.id === data.step && step.status === status),
      )
    }
    case 'InvoiceRevised': {
      const { paid, actual, revisions } = before.invoice
      const amounts = { paidAmount: toWireRupees(paid), actualAmount: toWireRupees(actual), noOfRevisions: revisions }
      return undo(reviseInvoice, amounts, ({ invoice }) => same(invoice, data))
    }
    case 'ProposalRevised':
      return before.proposal && undo(reviseProposal, before.proposal, ({ proposal }) => same(proposal, data))
    case 'PaymentLinkShared':
      if (before.paymentLink === '') return undefined
      return undo(sharePaymentLink, { paymentLink: before.paymentLink }, (order) => order.paymentLink === data.link)
    case 'OrderRenamed':
      return undo(renameOrder, { title: before.title }, ({ title }) => title === data.title)
    case 'OrderCompleted':
      return undo(reopenOrder, { reason: 'It was completed by mistake.' }, ({ status }) => status === 'completed')
    case 'OrderCancelled':
      return undo(reopenOrder, { reason: 'It was cancelled by mistake.' }, ({ status }) => status === 'cancelled')
    case 'OrderReopened': {
      const status = before.status === 'cancelled' ? 'cancel' : 'complete'
      return undo(completeOrCancel, { status }, (order) => order.status === 'open')
    }
    case 'OrderOpened':
    case 'DesignLinkShared':
    case 'MessageSent':
    case 'FileShared':
    case 'FileReplaced':
    case 'FileDeleted':
    case 'AnswersAmended':
    case 'ConversationRead':
    case 'ClientErased':
      return undefined
  }
}

const undo = <Input extends { orderId: string }>(
  command: OrderCommand<Input, UndoingCommand['name']>,
  entered: { [Name in Exclude<keyof Input, 'orderId'>]?: unknown },
  stands: Undo['stands'],
): Undo => ({ command: command as unknown as Undo['command'], entered, stands })

/** Whether two records have the same values. */
function same<T extends object>(one: T | undefined, other: T): boolean {
  return one !== undefined && (Object.keys(other) as (keyof T)[]).every((name) => one[name] === other[name])
}
