import type { Call } from './call.ts'

const csv = { roles: ['admin'], answer: 'csv' } as const

/** The lists as tables: CSV in UTF-8 with a byte order mark, times in UTC, amounts in rupees. */
export const exportCalls = {
  exportOrders: { summary: 'All orders as CSV, newest first', ...csv },
  exportClients: { summary: 'All clients as CSV', ...csv },
  exportLeads: { summary: 'All leads as CSV, those who asked last first', ...csv },
  exportPayments: { summary: 'What was received on each order as CSV: a row for each revision of an invoice', ...csv },
} as const satisfies Record<string, Call>
