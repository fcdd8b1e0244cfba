import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import type { LoadedPerson } from './load.ts'
import { PersonPage } from './PersonPage.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadPerson as loader } from './load.ts'

/** One client or admin. */
export function Component() {
  const loaded = useLoaderData<LoadedPerson>()
  return (
    <>
      <Head title={loaded.person.name} noindex />
      <PersonPage key={loaded.person.id} loaded={loaded} />
    </>
  )
}
