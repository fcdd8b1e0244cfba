import { useEffect, useRef } from 'react'
import type { Question } from '#domain/questionnaire/question.ts'
import type { WayOut } from '#domain/questionnaire/repair.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { asSentence } from './words.ts'

type WaysOutProps = {
  id: string
  problem: string
  ways: readonly WayOut[]
  onTake(questions: Question[]): void
}

/** Why a question would never be asked, and what can be done about it. */
export const WaysOut = ({ id, problem, ways, onTake }: WaysOutProps) => (
  <div className="q-fault pb-2 text-3 red" id={id}>
    <p>
      <Cross /> {asSentence(problem)}
      {!problem.startsWith('choose') && ' So this question would never be shown.'}
    </p>
    <p className="ways-out row gap-0-5">
      {ways.map(({ label, questions }) => (
        <TextButton key={label} onClick={() => onTake(questions)}>
          {label}
        </TextButton>
      ))}
    </p>
  </div>
)

type RemovalChoiceProps = {
  /** The warning about what would break. */
  warning: string
  ways: readonly { label: string; take(): void }[]
  keep: string
  onKeep(): void
}

/** The choice, before something is removed that others depend on, of what becomes of those. Escape keeps it. */
export function RemovalChoice({ warning, ways, keep, onKeep }: RemovalChoiceProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <fieldset
      ref={box}
      className="q-removal py-2 min-w-0 text-3 border-0 column-all"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation() // the question stays open
        onKeep()
      }}
    >
      <legend className="red">{warning}</legend>
      <p className="ways-out row gap-0-5">
        {ways.map(({ label, take }) => (
          <TextButton key={label} onClick={take}>
            {label}
          </TextButton>
        ))}
        <TextButton onClick={onKeep}>{keep}</TextButton>
      </p>
    </fieldset>
  )
}
