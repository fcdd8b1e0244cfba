import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { rowFromWire } from '#domain/order/wire.ts'
import { call } from '#web/api.ts'
import { Head } from '#web/shell/Head.tsx'
import { PersonPage } from './PersonPage.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export async function loader({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  const [{ data }, orders] = await Promise.all([
    call('getPerson', { query: { id }, signal }),
    call('getClientOrders', { query: { id, limit: 50 }, signal }),
  ])
  return { person: data[0], orders: orders.data.map(rowFromWire), next: orders.next }
}

export type LoadedPerson = Awaited<ReturnType<typeof loader>>

/** One client or admin. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <Head title={loaded.person.name} noindex />
      <PersonPage key={loaded.person.id} loaded={loaded} />
    </>
  )
}
