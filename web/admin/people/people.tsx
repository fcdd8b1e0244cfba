import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import type { LoadedPeople } from './load.ts'
import { PeoplePage } from './PeoplePage.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadPeople as loader } from './load.ts'

/** Clients and admins. */
export function Component() {
  const loaded = useLoaderData<LoadedPeople>()
  return (
    <>
      <Head title="People" noindex />
      <PeoplePage loaded={loaded} />
    </>
  )
}
