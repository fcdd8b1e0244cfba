import type { ListedLead } from '#domain/contract/leads.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import { currentStep } from '#domain/order/order.ts'
import type { OrderRow } from '#domain/order/row.ts'
import type { AccountRow } from '#projections/account/accounts.ts'
import type { OrderPayments, PaymentEntry } from '#projections/order/payments.ts'
import { type Columns, rupeesCell } from './csv.ts'

/** An order with its client as the account has them today, and its payments, which know when it was closed. */
export type ExportedOrder = { row: OrderRow; client?: AccountRow; payments?: OrderPayments }

/** The name of an order's client today; the one that they had when they opened it, where there is no account. */
const nameOf = ({ clientName }: { clientName: string }, client: AccountRow | undefined): string =>
  client?.name ?? clientName

/** Times are ISO 8601, UTC; amounts are rupees. */
export const orderColumns: Columns<ExportedOrder> = {
  order_id: ({ row }) => row.id,
  order: ({ row }) => row.title,
  client_id: ({ row }) => row.clientId,
  client: ({ row, client }) => nameOf(row, client),
  email: ({ client }) => client?.email,
  phone: ({ client }) => client?.phone,
  status: ({ row }) => row.status,
  opened: ({ row }) => row.openedAt,
  closed: ({ payments }) => payments?.closedAt,
  last_change: ({ row }) => row.lastAt,
  steps_done: ({ row }) => row.steps.filter(({ status }) => status === 1).length,
  steps: ({ row }) => row.steps.length,
  current_step: ({ row }) => currentStep(row.steps)?.value,
  paid: ({ row }) => rupeesCell(row.invoice.paid),
  actual: ({ row }) => rupeesCell(row.invoice.actual),
  paid_revisions: ({ row }) => row.invoice.revisions,
}

/** A client with how many orders they have. */
export type ExportedClient = AccountRow & { orders: number; open: number; lastOrderAt?: string }

export const clientColumns: Columns<ExportedClient> = {
  client_id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  orders: ({ orders }) => orders,
  open_orders: ({ open }) => open,
  last_order: ({ lastOrderAt }) => lastOrderAt,
}

export const leadColumns: Columns<ListedLead> = {
  lead_id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  stage: ({ stage }) => stage,
  loss_reason: ({ lossReason }) => lossReason,
  source: ({ source }) => source,
  first_asked: ({ firstAt }) => firstAt,
  last_asked: ({ submittedAt }) => submittedAt,
  times_asked: ({ submissions }) => submissions,
  years: ({ years }) => years,
  employees: ({ employees }) => employees,
  roles: ({ roles }) => roles,
  customers: ({ customers }) => customers,
  client_id: ({ clientId }) => clientId ?? undefined,
}

/** A payment, or another change of what is to be paid, with its client, and what had been received before it. */
export type ExportedPayment = { order: OrderPayments; client?: AccountRow; entry: PaymentEntry; before: number }

/** How a row came to be, in the words of the table. */
const entryWords: Record<PaymentEntry['cause'], string> = {
  confirmed: 'confirmed',
  recorded: 'recorded by the agency',
  received: 'received by the provider',
  'taken back': 'taken back',
  price: 'price changed',
}

/** Programs read these by their names: new ones are added at the end. `received` adds up to `paid`, row by row. */
export const paymentColumns: Columns<ExportedPayment> = {
  order_id: ({ order }) => order.id,
  order: ({ order }) => order.title,
  client_id: ({ order }) => order.clientId,
  client: ({ order, client }) => nameOf(order, client),
  date: ({ entry }) => entry.at,
  by: ({ order, client, entry }) => entry.by ?? nameOf(order, client),
  received: ({ entry, before }) => rupeesCell(entry.paid - before),
  paid: ({ entry }) => rupeesCell(entry.paid),
  actual: ({ entry }) => rupeesCell(entry.actual),
  due: ({ entry }) => rupeesCell(-invoiceOf(entry).refund),
  paid_revisions: ({ entry }) => entry.revisions,
  entry: ({ entry }) => entryWords[entry.cause],
  paid_on: ({ entry }) => entry.payment?.paidOn,
  reference: ({ entry }) => entry.payment?.reference,
  provider: ({ entry }) => entry.payment?.provider,
  receipt: ({ entry }) => entry.payment?.receipt,
  payment_id: ({ entry }) => entry.payment?.id,
}
