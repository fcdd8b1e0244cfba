import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import { ActivityPage } from './ActivityPage.tsx'
import { addressOf } from './filter.ts'
import type { LoadedActivity } from './load.ts'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadActivity as loader } from './load.ts'

/** Everything that happened, whatever it happened to. */
export function Component() {
  const loaded = useLoaderData<LoadedActivity>()
  return (
    <>
      <Head title="Activity" noindex />
      <ActivityPage key={addressOf(loaded.filter)} loaded={loaded} />
    </>
  )
}
