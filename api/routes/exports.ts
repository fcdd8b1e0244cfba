import type { Request, Response } from 'express'
import type { AppContext } from '../app-context.ts'
import { answerCsv, type Columns } from '../exports/csv.ts'
import { exportedClients, exportedLeads, exportedOrders, exportedPayments } from '../exports/rows.ts'
import { clientColumns, leadColumns, orderColumns, paymentColumns } from '../exports/tables.ts'
import { caughtUp } from '../http/caught-up.ts'
import type { Routes } from '../http/router.ts'

/** The lists as tables for spreadsheets and bookkeepers. */
export function exportRoutes({ projections, now }: AppContext) {
  const asCsv =
    <Row>(name: string, columns: Columns<Row>, rows: () => AsyncGenerator<Row>) =>
    async ({ request, response }: { request: Request; response: Response }): Promise<undefined> => {
      await caughtUp(request, ...projections.all)
      const today = new Date(now()).toISOString().slice(0, 10)
      await answerCsv(response, `${name}-${today}.csv`, columns, rows())
    }

  return {
    exportOrders: asCsv('orders', orderColumns, () => exportedOrders(projections)),
    exportClients: asCsv('clients', clientColumns, () => exportedClients(projections)),
    exportLeads: asCsv('leads', leadColumns, () => exportedLeads(projections)),
    exportPayments: asCsv('payments', paymentColumns, () => exportedPayments(projections)),
  } satisfies Partial<Routes>
}
