import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { loadWorklist } from '#web/live/worklist.ts'
import { Head } from '#web/shell/Head.tsx'
import { AdminOrders, leftRows } from './AdminOrders.tsx'
import { queryToShow } from './worklist-url.ts'

/** The first rows; where the list is come back to, as many as it showed when it was left. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  loadWorklist(queryToShow(new URL(request.url).searchParams), leftRows())

/** Every order of the agency. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <Head title="Orders" noindex />
      <AdminOrders loaded={loaded} />
    </>
  )
}
