import type { Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { erasedName, erasedTitle } from '#domain/order/order.ts'
import type { Document } from '#infra/documents/store.ts'
import { idPerStream, type Projection } from '#projections/projection.ts'

/** An order's invoice as one revision left it. Amounts are paise, `paid` is all that was ever received. */
export type InvoiceRevision = { at: string; by: string; paid: number; actual: number; revisions: number }

/** What was invoiced and paid on an order, each time that it was written down, oldest first. */
export type OrderPayments = Document & {
  clientId: string
  clientName: string
  title: string
  openedAt: string
  /** Whether an invoice was ever written; so that those with one are found by it. */
  invoiced: boolean
  invoices: InvoiceRevision[]
  /** When the order was completed or cancelled; absent while it is open. */
  closedAt?: string
}

/** The payments of every order. */
export const orderPayments: Projection<OrderPayments> = {
  name: 'payments',
  version: 1,
  indexes: [['invoiced', 'openedAt']],
  ids: idPerStream(orders),
  evolve(payments, event, id) {
    const { type, data, by, at, revision } = event as Recorded<OrderEvent>
    if (type === 'OrderOpened') {
      const { clientId, title } = data
      return { id, revision, clientId, clientName: by.name, title, openedAt: at, invoiced: false, invoices: [] }
    }
    if (!payments) return undefined
    // What is not here says nothing of payments.
    switch (type) {
      case 'InvoiceRevised':
        return {
          ...payments,
          revision,
          invoiced: true,
          invoices: [...payments.invoices, { at, by: by.name, ...data }],
        }
      case 'OrderRenamed':
        return { ...payments, revision, title: data.title }
      case 'OrderCompleted':
      case 'OrderCancelled':
        return { ...payments, revision, closedAt: at }
      case 'ClientErased':
        return { ...payments, revision, clientId: '', clientName: erasedName, title: erasedTitle }
      case 'OrderReopened': {
        const { closedAt: _, ...open } = payments
        return { ...open, revision }
      }
      default:
        return payments
    }
  },
}
