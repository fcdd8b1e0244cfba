import { z } from 'zod'
import type { Origin } from '#domain/event.ts'
import { orderEventData } from '#domain/order/actions.ts'
import { orderId } from '#domain/order/input.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { leadsShown } from './leads.ts'
import { ordersShown } from './orders.ts'
import { origin, time, wireEvent } from './schemas.ts'

const csv = { roles: ['admin'], costly: true, waits: true, answer: 'csv' } as const

/** The documents of an order that exist as PDF. */
const orderDocuments = ['proposal', 'invoice', 'receipt', 'history', 'agreements'] as const
export type OrderDocument = (typeof orderDocuments)[number]

/** An order's event as it is exported. */
export const exportedEvent = wireEvent('ExportedOrderEvent', orderEventData, { origin: origin.optional() })
export type ExportedEvent = z.infer<typeof exportedEvent> & { origin?: Origin }

/**
 * An order as it is exported: its events, oldest first. A client's export is without the reading marks of admins, so its
 * revisions have gaps there. Another shape is another `format`.
 */
export const exportedOrder = z.object({
  format: z.literal('atelier-order-events-1'),
  id: z.string(),
  title: z.string(),
  /** The revision that the order stood at. */
  revision: z.int(),
  exportedAt: time,
  events: z.array(exportedEvent),
})

const missing = 'The version is missing or invalid'
const version = z.coerce.number(missing).int(missing).min(1, missing)

const ofOrder = { roles: clientsAndAdmins, viewable: true, costly: true, limit: 'export', problems: [404] } as const

/** The lists as tables: CSV in UTF-8 with a byte order mark, times in UTC, amounts in rupees. */
export const exportCalls = {
  exportHistory: {
    endpoint: 'GET /api/export-history',
    scope: 'orders:read',
    summary: 'An order’s events with proof as JSON Lines, to check offline with /verify-history.mjs',
    roles: ['admin'],
    costly: true,
    query: z.object({ id: orderId }),
    answer: 'file',
    problems: [404],
  },
  exportOrderPdf: {
    endpoint: 'GET /api/export-order-pdf',
    scope: 'orders:read',
    summary: 'An order’s proposal, invoice, receipt, history or agreements as PDF',
    ...ofOrder,
    query: z.object({
      id: orderId,
      document: z.enum(orderDocuments, 'document must be proposal, invoice, receipt, history or agreements'),
      /** With `invoice`: the id of an invoice or a credit note that was issued; with `receipt` that of the receipt. */
      issued: z.string().max(100).optional(),
      /** With `proposal`: which version, the latest unless given. */
      version: version.optional(),
    }),
    answer: 'pdf',
  },
  exportProposalText: {
    endpoint: 'GET /api/export-proposal-text',
    scope: 'orders:read',
    summary: 'The text of a version of the proposal; the SHA-256 of its bytes is the version’s hash',
    ...ofOrder,
    query: z.object({
      id: orderId,
      version,
    }),
    answer: 'file',
  },
  exportOrderJson: {
    endpoint: 'GET /api/export-order-json',
    scope: 'orders:read',
    summary: 'An order’s events as JSON (schema: `orderEventsSchema`)',
    ...ofOrder,
    query: z.object({ id: orderId }),
    answer: exportedOrder,
  },
  exportOrderCsv: {
    endpoint: 'GET /api/export-order-csv',
    scope: 'orders:read',
    summary: 'An order’s history as CSV: one row per change, oldest first',
    ...ofOrder,
    query: z.object({ id: orderId }),
    answer: 'csv',
  },
  orderEventsSchema: {
    endpoint: 'GET /api/schemas/order-events.json',
    summary: 'The JSON Schema (draft 2020-12) of an exported order',
    revalidated: true,
    roles: 'anyone',
    answer: z.looseObject({}),
  },
  exportOrders: {
    endpoint: 'GET /api/export-orders',
    scope: 'orders:read',
    summary: 'Orders as CSV; by default all, newest first',
    logged: { admin: 'exported orders' },
    query: ordersShown,
    ...csv,
  },
  exportClients: {
    endpoint: 'GET /api/export-clients',
    scope: 'clients:read',
    summary: 'All clients as CSV',
    logged: { admin: 'exported clients' },
    ...csv,
  },
  exportLeads: {
    endpoint: 'GET /api/export-leads',
    scope: 'leads:read',
    summary: 'Leads as CSV; by default all, latest request first',
    logged: { admin: 'exported leads' },
    query: leadsShown,
    ...csv,
  },
  exportPayments: {
    endpoint: 'GET /api/export-payments',
    scope: 'payments:read',
    summary: 'Payments per order as CSV: one row per payment and price change',
    logged: { admin: 'exported payments' },
    ...csv,
  },
} as const satisfies Record<string, Call>
