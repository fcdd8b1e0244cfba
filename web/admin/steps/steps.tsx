import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import { loadPart } from '../editing/load.ts'
import { stepsPart } from '../editing/parts.ts'
import { StepsEditor } from './StepsEditor.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export const loader = () => loadPart(stepsPart)

/** The steps that new orders begin with. */
export function Component() {
  return (
    <>
      <Head title="Progress Tracker" noindex />
      <StepsEditor loaded={useLoaderData<typeof loader>()} />
    </>
  )
}
