import type { AppContext } from '#api/app-context.ts'
import { pushedListState, requireWhole } from '#api/http/caught-up.ts'
import type { Execute, Routes } from '#api/http/router.ts'
import { type Account, openSessions } from '#domain/account/account.ts'
import { accounts, personCommands } from '#domain/account/actions.ts'
import { departAdmin, departuresId } from '#domain/account/departures.ts'
import { NotFound } from '#domain/command.ts'
import type { WirePerson } from '#domain/contract/people.ts'
import { type AccountRow, listAccounts, listInvitations } from '#projections/account/accounts.ts'
import { countByClient } from '#projections/order/orders.ts'

/** Clients and admins: who they are, and what an admin may do about their accounts. */
export function peopleRoutes({ handler, projections, now }: AppContext) {
  const { accounts: people, invitations, orders } = projections

  /** Accounts with how many orders each has, counted in one go. */
  async function withOrders(rows: readonly AccountRow[]): Promise<WirePerson[]> {
    const clients = rows.filter(({ role }) => role === 'client').map(({ id }) => id)
    const counts = await countByClient(orders, clients)
    return rows.map(({ sortName: _, revision: __, ...row }) => ({
      ...row,
      orders: {
        open: counts.open.get(row.id) ?? 0,
        completed: counts.completed.get(row.id) ?? 0,
        cancelled: counts.cancelled.get(row.id) ?? 0,
      },
    }))
  }

  /** Records first that an admin departs, where it is an admin: so that one always stays. */
  async function depart(personId: string, { activeSince }: Account, execute: Execute): Promise<void> {
    const { state: departing } = await handler.load(accounts, personId)
    if (departing.role !== 'admin' || departing.removed !== undefined) return
    await execute(departAdmin, departuresId, { personId, activeSince })
  }

  const upToDate = pushedListState(handler)

  return {
    async getPeople({ query, request }) {
      const state = await upToDate(request, people, { beside: [orders] })
      // Telephone numbers are written with a slash too; names are found by their parts in either way.
      const search = query.search?.replaceAll('/', ' ')
      const { documents, total, next } = await listAccounts(people, { ...query, search })
      return { data: await withOrders(documents), total, ...state, next }
    },

    async getPerson({ query: { id }, request }) {
      const { stale } = await upToDate(request, people, { beside: [orders] })
      const row = await people.collection.get(id)
      if (!row) {
        await requireWhole(people)
        throw new NotFound('This account doesn’t exist')
      }
      const { state: account } = await handler.load(accounts, id)
      const [person] = await withOrders([row])
      return { data: [{ ...person!, sessions: openSessions(account, now()).length }], stale }
    },

    async getInvitations({ query, request }) {
      const state = await upToDate(request, invitations)
      const { documents, total, next } = await listInvitations(invitations, query)
      const data = documents.map(({ revision: _, ...row }) => row)
      return { data, total, ...state, next }
    },

    async suspendAccount({ body, account, execute }) {
      await depart(body.personId, account, execute)
      return execute(personCommands.suspendAccount, body.personId, body)
    },

    async removeAdmin({ body, account, execute }) {
      await depart(body.personId, account, execute)
      return execute(personCommands.removeAdmin, body.personId, body)
    },

    resetSecondFactor: ({ body, execute }) => execute(personCommands.resetSecondFactor, body.personId, body),
  } satisfies Partial<Routes>
}
