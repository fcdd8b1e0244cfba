import type { AppContext } from '#api/app-context.ts'
import { answerCsv, type Columns } from '#api/exports/csv.ts'
import { exportedClients, exportedLeads, exportedOrders, exportedPayments } from '#api/exports/rows.ts'
import { clientColumns, leadColumns, orderColumns, paymentColumns } from '#api/exports/tables.ts'
import { caughtUp } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { viewpointOf } from '#api/routes/order/find-visible-order.ts'

type ExportRequest = Pick<Parameters<Routes['exportOrders']>[0], 'request' | 'response'>

/** The lists as tables for spreadsheets and bookkeepers. */
export function exportRoutes(context: AppContext) {
  const { projections, now } = context

  async function answer<Row>(
    { request, response }: ExportRequest,
    name: string,
    columns: Columns<Row>,
    rows: () => AsyncGenerator<Row>,
  ): Promise<undefined> {
    await caughtUp(request, ...projections.all)
    const today = new Date(now()).toISOString().slice(0, 10)
    await answerCsv(response, `${name}-${today}.csv`, columns, rows())
  }

  return {
    async exportOrders(given) {
      const viewpoint = await viewpointOf(context, given.person)
      return answer(given, 'orders', orderColumns, () => exportedOrders(projections, given.query, viewpoint))
    },
    exportClients: (given) => answer(given, 'clients', clientColumns, () => exportedClients(projections)),
    exportLeads: (given) => answer(given, 'leads', leadColumns, () => exportedLeads(projections, given.query)),
    exportPayments: (given) => answer(given, 'payments', paymentColumns, () => exportedPayments(projections)),
  } satisfies Partial<Routes>
}
