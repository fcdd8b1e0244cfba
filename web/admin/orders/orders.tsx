import { useLoaderData } from 'react-router-dom'
import { loadSection, type Section } from '#web/live/list.ts'
import { Head } from '#web/shell/Head.tsx'
import { AdminOrders, statuses } from './AdminOrders.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export const loader = (): Promise<Section[]> => Promise.all(statuses.map((status) => loadSection('getOrders', status)))

/** Every order of the agency. */
export function Component() {
  const sections = useLoaderData<typeof loader>()
  return (
    <>
      <Head title="Orders" noindex />
      <AdminOrders sections={sections} />
    </>
  )
}
