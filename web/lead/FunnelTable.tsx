import type { ReactNode } from 'react'
import { digits } from '#domain/count.ts'
import { type ColumnStep, columnSteps, type StepNumbers, stoppedBefore } from './stroke.ts'
import './FunnelTable.css'

const titles: Record<ColumnStep, string> = {
  start: 'Start',
  test: 'Test',
  success: 'Passed',
  details: 'Details',
  analyzing: 'Analyzing',
  pricing: 'Pricing',
  offerings: 'Offerings',
  confirm: 'Confirm',
  registered: 'Registered',
}

/** The funnel's numbers, a column a step: how many reached it, and who stopped before. */
export function FunnelTable({ numbers, caption }: { numbers: readonly StepNumbers[]; caption: string }) {
  const reached = (step: ColumnStep) => numbers.find((each) => each.step === step)?.reached ?? 0
  const began = reached('start')
  const share = (count: number) => `${Math.round((count / Math.max(1, began)) * 100)}%`
  const row = (title: string, cell: (step: ColumnStep) => ReactNode, className?: string) => (
    <tr className={className}>
      <th scope="row">{title}</th>
      {columnSteps.map((step) => (
        <td key={step}>{cell(step)}</td>
      ))}
    </tr>
  )
  return (
    <table className="funnel-table grid w-full">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <td />
          {columnSteps.map((step) => (
            <th className="ink-2" key={step} scope="col">
              {titles[step]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('Reached', (step) => digits(reached(step)), 'is-big')}
        {row('% of all', (step) => step !== 'start' && share(reached(step)))}
        {row('Left before this step', (step) => (
          <Stopped step={step} numbers={numbers} />
        ))}
      </tbody>
    </table>
  )
}

function Stopped({ step, numbers }: { step: ColumnStep; numbers: readonly StepNumbers[] }) {
  if (step === 'start') return null
  if (step === 'offerings') return <i className="pencil">optional</i>
  const stopped = stoppedBefore(numbers, step)
  const failed = stopped.find(([from]) => from === 'failed')?.[1] ?? 0
  const count = stopped.reduce((sum, [, each]) => sum + each, 0)
  return (
    <>
      {digits(count)}
      {failed > 0 && <i className="pencil">, {failed === count ? 'failed' : `${digits(failed)} failed`} the test</i>}
    </>
  )
}
