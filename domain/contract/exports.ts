import { z } from 'zod'
import { orderId } from '../order/order.ts'
import type { Call } from './call.ts'
import { leadsShown } from './leads.ts'
import { ordersShown } from './orders.ts'

const csv = { roles: ['admin'], answer: 'csv' } as const

/** The lists as tables: CSV in UTF-8 with a byte order mark, times in UTC, amounts in rupees. */
export const exportCalls = {
  exportHistory: {
    summary: 'An order’s events with their proof, in lines of JSON, which /verify-history.mjs verifies offline',
    roles: ['admin'],
    query: z.object({ id: orderId }),
    answer: 'file',
    problems: [404],
  },
  exportOrders: { summary: 'Orders as CSV: all, newest first, unless told otherwise', query: ordersShown, ...csv },
  exportClients: { summary: 'All clients as CSV', ...csv },
  exportLeads: {
    summary: 'Leads as CSV: all, those who asked last first, unless told otherwise',
    query: leadsShown,
    ...csv,
  },
  exportPayments: { summary: 'What was received on each order as CSV: a row for each revision of an invoice', ...csv },
} as const satisfies Record<string, Call>
