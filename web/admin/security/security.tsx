import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import type { LoadedSecurity } from './load.ts'
import { SecurityPage } from './SecurityPage.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadSecurity as loader } from './load.ts'

/** What happened that matters for the safety of accounts. */
export function Component() {
  const loaded = useLoaderData<LoadedSecurity>()
  return (
    <>
      <Head title="Security" noindex />
      <SecurityPage key={loaded.kind ?? 'all'} loaded={loaded} />
    </>
  )
}
