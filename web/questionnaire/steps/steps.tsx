import { useLoaderData } from 'react-router-dom'
import { checkSteps, stepProblems } from '#domain/questionnaire/check-steps.ts'
import type { NewStep } from '#domain/step.ts'
import { useViewer } from '#web/live/viewer.ts'
import { EditorFrame } from '#web/questionnaire/editing/EditorFrame.tsx'
import type { LoadedPart } from '#web/questionnaire/editing/load.ts'
import { loadPart } from '#web/questionnaire/editing/load.ts'
import { stepsPart } from '#web/questionnaire/editing/parts.ts'
import { useEditor } from '#web/questionnaire/editing/useEditor.ts'
import { Head } from '#web/shell/Head.tsx'
import { stepInputId } from './StepLine.tsx'
import { StepList } from './StepList.tsx'
import { StepsProof } from './StepsProof.tsx'

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

/** The progress tracker of new orders: written in pencil, walked through beside it, and saved by Update Package. */
function StepsEditor({ loaded }: { loaded: LoadedPart<NewStep> }) {
  const viewer = useViewer()
  const editor = useEditor({ part: stepsPart, loaded: loaded.saved, viewer, success: 'Progress tracker updated' })
  const steps = editor.now.items
  const problems = stepProblems(steps)
  return (
    <EditorFrame
      part={stepsPart}
      loaded={loaded}
      editor={editor}
      what="the progress tracker"
      title={
        <>
          2. Make Your Progress Tracker <em>for new projects.</em>
        </>
      }
      names={{ list: 'Steps', proof: 'Client preview' }}
      wrong={new Set(problems.keys())}
      problem={checkSteps(steps).issues.find(({ path }) => path.length === 0)?.message}
      nameOf={({ value }) => value}
      update="Update Package"
      until="New projects use the current steps until you update."
      list={(say) => <StepList editor={editor} problems={problems} orders={loaded.orders} onSay={say} />}
      proof={<StepsProof steps={steps} />}
      onGo={(id) => document.getElementById(stepInputId(id))?.focus()}
    />
  )
}
