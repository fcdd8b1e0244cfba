import type { AppContext } from '#api/app-context.ts'
import { waitForLatest } from '#api/http/caught-up.ts'
import { deviceLabel } from '#api/http/request-headers.ts'
import type { Routes } from '#api/http/router.ts'

/** The security log, for admins. */
export function securityRoutes({ handler, projections, securityEntries }: AppContext) {
  return {
    async getSecurityLog({ query }) {
      const [{ documents, next }, refusals] = await Promise.all([
        securityEntries.list(query),
        securityEntries.list({ kind: 'refusal', limit: 1 }),
      ])
      await waitForLatest(handler, projections.accounts) // for the names of those who registered just now
      const ids = documents.flatMap(({ account, by, about }) => [account, by, about]).filter((id) => id !== undefined)
      const people = await projections.accounts.collection.getMany([...new Set(ids)])
      const names = new Map(people.map(({ id, name }) => [id, name]))
      const personOf = (id: string | undefined) => (id === undefined ? undefined : { id, name: names.get(id) })
      const data = documents.map(({ revision: _, agent, account, by, about, ...entry }) => ({
        ...entry,
        account: personOf(account),
        by: personOf(by),
        about: personOf(about),
        device: deviceLabel(agent),
      }))
      return { data, refusedAt: refusals.documents[0]?.lastAt, next }
    },
  } satisfies Partial<Routes>
}
