import type { WireRow } from '#domain/contract/orders.ts'
import type { Role } from '#domain/event.ts'
import { currentWork } from '#domain/order/next-step.ts'
import { type ProjectName, projectName } from '#domain/order/project-name.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { isMatch, type PaletteItem, type Source } from './search.ts'

/** How many of each kind are shown: more words find fewer. */
const limit = 6

/** The sources that a person of a role searches on the server. */
export const sourcesOf = (role: Role): readonly Source[] =>
  role === 'admin' ? [allOrders, clients, leads] : [ownOrders()]

const allOrders: Source = {
  heading: 'Projects',
  async search(query, signal) {
    const { data, next } = await call('getOrders', { query: { search: query, limit }, signal })
    return withRest(
      data.map((row) => orderItem(row, row.clientName)),
      next,
      `All projects with “${query}”`,
      `/orders?search=${encodeURIComponent(query)}`,
    )
  },
}

const clients: Source = {
  heading: 'Clients',
  async search(query, signal) {
    const { data, next } = await call('getPeople', { query: { role: 'client', search: query, limit }, signal })
    return withRest(
      data.map(({ id, name, email }) => ({ label: name, detail: email, path: `/people/${id}` })),
      next,
      `All clients with “${query}”`,
      `/people?q=${encodeURIComponent(query)}`,
    )
  },
}

const leads: Source = {
  heading: 'Leads',
  async search(query, signal) {
    const { data, next } = await call('getLeads', { query: { search: query, limit }, signal })
    return withRest(
      data.map(({ id, name, email, stage }) => ({
        label: name,
        detail: `${email}, ${stage}`,
        path: `/leads?lead=${encodeURIComponent(id)}`,
      })),
      next,
      `All leads with “${query}”`,
      `/leads?q=${encodeURIComponent(query)}`,
    )
  },
}

/** What is shown of a source, and, where `next` says that there is more, the page that has all of it. */
const withRest = (items: PaletteItem[], next: unknown, label: string, path: string): PaletteItem[] =>
  next === undefined ? items : [...items, { label, path, isRest: true }]

/** A client has few orders: they are asked for once, and searched here. */
function ownOrders(): Source {
  let cached: Promise<PaletteItem[]> | undefined
  const ask = async () =>
    (await call('userOrder', { query: { limit: 200 } })).data.map((row) =>
      orderItem(row, undefined, projectName(rowFromWire(row))),
    )
  return {
    heading: 'Projects',
    async search(query) {
      cached ??= ask()
      const items = await cached.catch((error) => {
        cached = undefined
        throw error
      })
      return items.filter(({ label, detail }) => isMatch(query, `${label} ${detail}`)).slice(0, limit)
    },
  }
}

/** An order by its name, with its client where the name does not say who that is, and where it stands. */
function orderItem(row: WireRow, clientName = '', called: ProjectName = { name: row.name }): PaletteItem {
  const { id, completed, cancelled } = row
  const stands = completed ? 'completed' : cancelled ? 'cancelled' : currentWork(rowFromWire(row))
  const client = called.name.startsWith(clientName) ? '' : clientName
  return {
    label: called.name,
    detail: [called.number, client, stands].filter(Boolean).join(', '),
    path: `/order-detail/${id}`,
  }
}
