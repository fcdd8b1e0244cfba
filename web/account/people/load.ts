import type { LoaderFunctionArgs } from 'react-router-dom'
import type { Role } from '#domain/event.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { loadPages, maxPage } from '#web/kit/pages.ts'

/** How many clients are shown, and how many more at a time. */
export const pageSize = 50

/** The most clients that the page shows: the others are searched for. */
export const maxShown = 2_000

/** How many clients an address asks for: those that were asked to be shown stay so after a reload, and on the way back. */
export function shownIn(search: URLSearchParams): number {
  const shown = Number(search.get('shown'))
  return Number.isInteger(shown) && shown > pageSize ? Math.min(shown, maxShown) : pageSize
}

/** Everyone that the page with the people shows: of the clients those that the address searches. */
export async function loadPeople({ request: { url, signal } }: LoaderFunctionArgs) {
  const search = new URL(url).searchParams
  const [admins, invitations, clients] = await Promise.all([
    peopleOf('admin', '', maxPage, signal),
    call('getInvitations', { query: { limit: maxPage }, signal }),
    peopleOf('client', search.get('q') ?? '', shownIn(search), signal),
  ])
  const stale = [admins, clients, invitations].some((each) => each.stale)
  return { admins, clients, invitations, stale }
}

export type LoadedPeople = Awaited<ReturnType<typeof loadPeople>>

/** Loads so many people of a role by name, and how many there are in all. */
async function peopleOf(role: Role, search: string, count: number, signal: AbortSignal) {
  const { data, next, total, stale } = await loadPages(count, (page) =>
    call('getPeople', { query: { role, search, ...page }, signal }),
  )
  return { people: data, total, stale, goesOn: next !== undefined }
}

/** A person, with the first page of their orders. */
export async function loadPerson({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  const [{ data, stale }, orders] = await Promise.all([
    call('getPerson', { query: { id }, signal }),
    call('getClientOrders', { query: { id, limit: pageSize }, signal }),
  ])
  return { person: data[0], orders: orders.data.map(rowFromWire), next: orders.next, stale: stale || orders.stale }
}

export type LoadedPerson = Awaited<ReturnType<typeof loadPerson>>
