import { currentStep } from '#domain/order/order.ts'
import type { OrderRow } from '#domain/order/row.ts'
import type { AccountRow } from '#projections/account/accounts.ts'
import type { listLeads } from '#projections/lead/leads.ts'
import type { InvoiceRevision, OrderPayments } from '#projections/order/payments.ts'
import { type Columns, rupeesCell } from './csv.ts'

/** An order with its client as the account has them today, and what was paid on it. */
export type ExportedOrder = { row: OrderRow; client?: AccountRow; payments?: OrderPayments }

const latest = ({ payments }: ExportedOrder): InvoiceRevision | undefined => payments?.invoices.at(-1)

/** Times are ISO 8601, UTC; amounts are rupees. */
export const orderColumns: Columns<ExportedOrder> = {
  order_id: ({ row }) => row.id,
  order: ({ row }) => row.title,
  client_id: ({ row }) => row.clientId,
  client: ({ row, client }) => client?.name ?? row.clientName,
  email: ({ client }) => client?.email,
  phone: ({ client }) => client?.phone,
  status: ({ row }) => row.status,
  opened: ({ row }) => row.openedAt,
  closed: ({ payments }) => payments?.closedAt,
  last_change: ({ row }) => row.lastAt,
  steps_done: ({ row }) => row.steps.filter(({ status }) => status === 1).length,
  steps: ({ row }) => row.steps.length,
  current_step: ({ row }) => currentStep(row.steps)?.value,
  paid: (order) => rupeesCell(latest(order)?.paid ?? 0),
  actual: (order) => rupeesCell(latest(order)?.actual ?? 0),
  paid_revisions: (order) => latest(order)?.revisions ?? 0,
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

type ExportedLead = Awaited<ReturnType<typeof listLeads>>['data'][number]

export const leadColumns: Columns<ExportedLead> = {
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

/** One revision of an order's invoice, with what had been received before it. */
export type ExportedPayment = { order: OrderPayments; invoice: InvoiceRevision; before: number }

export const paymentColumns: Columns<ExportedPayment> = {
  order_id: ({ order }) => order.id,
  order: ({ order }) => order.title,
  client_id: ({ order }) => order.clientId,
  client: ({ order }) => order.clientName,
  date: ({ invoice }) => invoice.at,
  by: ({ invoice }) => invoice.by,
  received: ({ invoice, before }) => rupeesCell(invoice.paid - before),
  paid: ({ invoice }) => rupeesCell(invoice.paid),
  actual: ({ invoice }) => rupeesCell(invoice.actual),
  due: ({ invoice }) => rupeesCell(invoice.actual - invoice.paid),
  paid_revisions: ({ invoice }) => invoice.revisions,
}
