import type { AppContext } from '#api/app-context.ts'
import { answerCsv, type Columns } from '#api/exports/csv.ts'
import {
  clientColumns,
  type ExportedClient,
  type ExportedOrder,
  type ExportedPayment,
  leadColumns,
  orderColumns,
  paymentColumns,
} from '#api/exports/tables.ts'
import { reachedByReader, requireWhole } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { todayOf, viewpointOf } from '#api/routes/agency-day.ts'
import type { ListedLead } from '#domain/contract/leads.ts'
import type { Document } from '#infra/documents/store.ts'
import { Busy } from '#infra/unavailable.ts'
import { listedCondition } from '#projections/account/accounts.ts'
import type { Projections } from '#projections/all.ts'
import { eachOnce, everyFound, everyRow } from '#projections/every-row.ts'
import { type ListedLeads, listLeads } from '#projections/lead/leads.ts'
import { type ListedOrders, storedOrders, type Viewpoint } from '#projections/order/list-orders.ts'
import type { ReadModel } from '#projections/projection.ts'

type ExportRequest = Pick<Parameters<Routes['exportOrders']>[0], 'request' | 'response'>

/** The lists as tables for spreadsheets and bookkeepers. */
export function exportRoutes(context: AppContext) {
  const { projections } = context
  const { accounts, leads, orders, payments } = projections

  async function answer<Row>(
    { request, response }: ExportRequest,
    name: string,
    models: readonly ReadModel<Document>[],
    columns: Columns<Row>,
    rows: () => AsyncGenerator<Row>,
  ): Promise<undefined> {
    await requireWhole(...models) // or half of it would be taken for all
    // A table cannot say that it is older than its reader: in a list, `stale` does.
    if (!(await reachedByReader(request, ...models)))
      throw new Busy('This table doesn’t have your latest changes yet. Please try again in a moment.')
    await answerCsv(response, `${name}-${await todayOf(context)}.csv`, columns, rows())
  }

  return {
    async exportOrders(given) {
      const viewpoint = await viewpointOf(context, given.person)
      return answer(given, 'orders', [orders, accounts, payments], orderColumns, () =>
        exportedOrders(projections, given.query, viewpoint),
      )
    },
    exportClients: (given) =>
      answer(given, 'clients', [accounts, orders], clientColumns, () => exportedClients(projections)),
    exportLeads: (given) =>
      answer(given, 'leads', [leads, accounts], leadColumns, () => exportedLeads(projections, given.query)),
    exportPayments: (given) =>
      answer(given, 'payments', [payments, accounts], paymentColumns, () => exportedPayments(projections)),
  } satisfies Partial<Routes>
}

/** The orders that a list shows, all of them. */
const exportedOrders = (projections: Projections, query: ListedOrders, viewpoint: Viewpoint) =>
  eachOnce<ExportedOrder>({ list: projections.orders, idOf: ({ row }) => row.id }, async (page) => {
    const { documents, ...rest } = await storedOrders(projections, { ...query, ...page }, viewpoint)
    const clients = await clientsOf(projections, documents)
    const paid = byId(await projections.payments.collection.getMany(documents.map(({ id }) => id)))
    const rows = documents.map((row) => ({ row, client: clients.get(row.clientId), payments: paid.get(row.id) }))
    return { rows, ...rest }
  })

/** The clients that a list shows, all of them, by name. */
const exportedClients = ({ accounts, orders }: Projections) =>
  eachOnce<ExportedClient>({ list: accounts, idOf: ({ id }) => id }, async (page) => {
    const query = { where: listedCondition('client'), sort: [['sortName', 'asc']] as const, ...page }
    const { documents, ...rest } = await accounts.collection.find(query)
    const rows = byId<ExportedClient>(documents.map((account) => ({ ...account, orders: 0, open: 0 })))
    const where = { clientId: { in: [...rows.keys()] } }
    for await (const { clientId, status, openedAt } of everyFound(orders, { where })) {
      const client = rows.get(clientId)!
      client.orders++
      if (status === 'open') client.open++
      if (openedAt > (client.lastOrderAt ?? '')) client.lastOrderAt = openedAt
    }
    return { rows: [...rows.values()], ...rest }
  })

/** The leads that a list shows, all of them. */
const exportedLeads = (projections: Projections, query: ListedLeads) =>
  eachOnce<ListedLead>({ list: projections.leads, idOf: ({ id }) => id }, async (page) => {
    const { data: rows, ...rest } = await listLeads(projections, { ...query, ...page })
    return { rows, ...rest }
  })

/** Every payment, and every other change of what is to be paid: the orders newest first, those of one order as they came. */
async function* exportedPayments(projections: Projections): AsyncGenerator<ExportedPayment> {
  const invoiced = everyRow(async (page) => {
    const query = { where: { invoiced: true }, sort: [['openedAt', 'desc']] as const, ...page }
    const { documents, ...rest } = await projections.payments.collection.find(query)
    const clients = await clientsOf(projections, documents)
    return { rows: documents.map((order) => ({ order, client: clients.get(order.clientId) })), ...rest }
  })
  for await (const row of invoiced) {
    const { entries } = row.order
    for (const [at, entry] of entries.entries()) yield { ...row, entry, before: entries[at - 1]?.paid ?? 0 }
  }
}

/** The accounts of the clients of some orders, by their ids. */
const clientsOf = async ({ accounts }: Projections, orders: readonly { clientId: string }[]) =>
  byId(await accounts.collection.getMany([...new Set(orders.map(({ clientId }) => clientId))]))

const byId = <D extends { id: string }>(documents: readonly D[]): Map<string, D> =>
  new Map(documents.map((document) => [document.id, document]))
