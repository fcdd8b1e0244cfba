import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import type { WirePerson } from '#domain/contract/people.ts'
import type { Role } from '#domain/event.ts'
import { call } from '#web/api.ts'
import { Head } from '#web/shell/Head.tsx'
import { PeoplePage } from './PeoplePage.tsx'
import { pageSize, shownIn } from './search.ts'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

/** The most that one call answers. */
const maxLimit = 200

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const search = new URL(url).searchParams
  const [admins, invitations, clients] = await Promise.all([
    peopleOf('admin', '', maxLimit, signal),
    call('getInvitations', { query: { limit: maxLimit }, signal }),
    peopleOf('client', search.get('q') ?? '', shownIn(search), signal),
  ])
  return { admins, clients, invitations }
}

/** So many people of a role by name, and how many there are in all. */
async function peopleOf(role: Role, search: string, count: number, signal: AbortSignal) {
  const people: WirePerson[] = []
  let after: string | undefined
  for (;;) {
    const limit = Math.min(count - people.length, maxLimit)
    const { data, next, total } = await call('getPeople', { query: { role, search, limit, after }, signal })
    people.push(...data)
    after = next
    if (after === undefined || people.length >= count) return { people, total, goesOn: after !== undefined }
  }
}

export type LoadedPeople = Awaited<ReturnType<typeof loader>>

/** Clients and admins. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <Head title="People" noindex />
      <PeoplePage loaded={loaded} step={pageSize} />
    </>
  )
}
