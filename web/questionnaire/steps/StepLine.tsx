import { type ReactNode, useState } from 'react'
import { type Side, sideOf } from '#domain/order/turn.ts'
import { completionNames, markedByAdmin } from '#domain/questionnaire/change-sentences.ts'
import { type Completion, completions, type NewStep, phases } from '#domain/step.ts'
import { FieldError } from '#web/kit/Field.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { UnsavedMark } from '#web/questionnaire/editing/icons.tsx'
import { Mover, useSortable } from '#web/questionnaire/editing/Mover.tsx'
import { phaseNames, sideNames } from './words.ts'
import '#web/kit/Choice.css'
import '#web/kit/Field.css'

type StepLineProps = {
  step: NewStep
  index: number
  steps: readonly NewStep[]
  problem: string | undefined
  /** The conflict of two writers, if there is one. */
  clash: ReactNode
  mark: string | undefined
  /** Whether it was only just added. */
  isNew: boolean
  recent: boolean
  onEdit(steps: readonly NewStep[], field?: string): void
  onMove(from: number, to: number): void
}

/** A line of the progress tracker: what the client reads, its phase, whose turn it is, whether it is a payment, and what completes it. */
export function StepLine({ step, index, steps, problem, clash, mark, isNew, recent, onEdit, onMove }: StepLineProps) {
  const { id, value } = step
  const place = index + 1
  const { handle, edge } = useSortable({ list: 'steps', rowId: stepLineId(id), id, items: steps, onMove })
  const [left, setLeft] = useState(!isNew)
  const change = (next: NewStep, field?: string) =>
    onEdit(
      steps.map((each) => (each.id === id ? next : each)),
      field,
    )
  const remove = () => {
    onEdit(steps.filter((each) => each.id !== id))
    const next = steps[index + 1] ?? steps[index - 1] ?? step // where it was the only one, what restores it
    requestAnimationFrame(() => {
      const input = document.getElementById(stepInputId(next.id))
      ;(input ?? document.querySelector<HTMLElement>('.editor-add button'))?.focus()
    })
  }
  // A line that was only just added is not scolded before it could be written.
  const wrong = left || value !== '' ? problem : undefined
  return (
    <Row
      as="li"
      id={stepLineId(id)}
      className={['s-line sortable', mark && 'is-pencil', Boolean(clash) && 'is-clash']}
      recent={recent && !clash}
      edge={edge}
    >
      <span className="s-number pencil pt-3" aria-hidden="true">
        {place}
      </span>
      <div className="s-fields min-w-0 column-2">
        <div className="s-text lined">
          <textarea
            id={stepInputId(id)}
            aria-label={`Step ${place}`}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `wrong-step-${id}` : undefined}
            rows={1}
            maxLength={200}
            value={value}
            onBlur={() => setLeft(true)}
            onChange={({ target }) => change({ ...step, value: target.value.replace(/\s*\n\s*/g, ' ') }, `value-${id}`)}
          />
        </div>
        <FieldError id={`wrong-step-${id}`} error={wrong && 'Enter a name for this step.'} />
        <div className="s-traits row items-center gap-0-5 small">
          <label>
            <span className="sr">Phase of step {place}</span>
            <select
              value={step.phase ?? ''}
              onChange={({ target }) => change(withPhase(step, target.value as NewStep['phase'] | ''))}
            >
              <option value="">No phase</option>
              {phases.map((phase) => (
                <option key={phase} value={phase}>
                  {phaseNames[phase]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="sr">Whose turn step {place} is</span>
            <select
              value={sideOf(step, steps)}
              onChange={({ target }) => change({ ...step, with: target.value as Side })}
            >
              {Object.entries(sideNames).map(([side, name]) => (
                <option key={side} value={side}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="choice s-payment">
            <input
              type="checkbox"
              checked={step.payment === true}
              onChange={({ target }) => change(withPayment(step, target.checked))}
            />
            <span>
              Payment<span className="sr"> (step {place})</span>
            </span>
          </label>
          <label>
            <span className="sr">What completes step {place}</span>
            <select
              value={step.completedOn ?? ''}
              onChange={({ target }) => change(withCompletion(step, target.value as Completion | ''))}
            >
              <option value="">{markedByAdmin}</option>
              {completions.map((completion) => (
                <option key={completion} value={completion}>
                  {completionNames[completion]}
                </option>
              ))}
            </select>
          </label>
          {mark && <UnsavedMark>{mark}</UnsavedMark>}
        </div>
        {clash}
      </div>
      <Mover label={`step ${place}`} id={id} index={index} count={steps.length} handle={handle} onMove={onMove} />
      <button
        type="button"
        className="s-remove grid place-center target ink-2 ink-on-hover"
        aria-label={`Remove step ${place}`}
        onClick={remove}
      >
        <Cross />
      </button>
    </Row>
  )
}

// A step has no field for a trait that it does not have.
function withPhase({ phase: _, ...step }: NewStep, phase: NewStep['phase'] | ''): NewStep {
  return phase ? { ...step, phase } : step
}
function withPayment({ payment: _, ...step }: NewStep, payment: boolean): NewStep {
  return payment ? { ...step, payment } : step
}
function withCompletion({ completedOn: _, ...step }: NewStep, completedOn: Completion | ''): NewStep {
  return completedOn ? { ...step, completedOn } : step
}

/** The id of a step's line on the page. */
export const stepLineId = (id: number): string => `step-line-${id}`

/** The id of the input for a step's text, or of what stands in its place. */
export const stepInputId = (id: number): string => `step-${id}`
