import { useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import { loadPart } from '../editing/load.ts'
import { questionsPart } from '../editing/parts.ts'
import { QuestionsEditor } from './QuestionsEditor.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export const loader = () => loadPart(questionsPart)

/** What clients are asked before a project begins. */
export function Component() {
  return (
    <>
      <Head title="Questions" noindex />
      <QuestionsEditor loaded={useLoaderData<typeof loader>()} />
    </>
  )
}
