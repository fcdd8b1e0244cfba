import { type KeyboardEvent, useState } from 'react'
import { listed } from '#domain/count.ts'
import { dependentsOf } from '#domain/questionnaire/conditions.ts'
import { nextId, optionInputs, withOptions } from '#domain/questionnaire/editing.ts'
import type { Option, Question } from '#domain/questionnaire/question.ts'
import { withoutOption } from '#domain/questionnaire/repair.ts'
import { FieldError, isComposing } from '#web/kit/Field.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { RemovalChoice } from './WaysOut.tsx'
import { asSentence } from './words.ts'
import '#web/kit/Field.css'

type OptionInputsProps = {
  question: Question
  questions: readonly Question[]
  problem: string | undefined
  onEdit(questions: Question[], field?: string): void
}

/** The options of a question: two inputs for a Radio, any number for the others. What waits for one is said beside it. */
export function OptionInputs({ question, questions, problem, onEdit }: OptionInputsProps) {
  const [removing, setRemoving] = useState<number>()
  const inputs = optionInputs(question)
  const isRadio = question.answerType === 'Radio'
  const inputId = (id: number) => `option-${question.id}-${id}`
  const addId = `add-option-${question.id}`
  const waiting = ({ text }: Option) => (text.trim() ? dependentsOf(question.id, questions, text.trim()) : [])
  const placesOf = (option: Option) => listed(waiting(option).map((each) => questions.indexOf(each) + 1))

  const toRemove = inputs.find(({ id }) => id === removing)
  // Nothing depends on it any more: there is nothing left to choose.
  if (toRemove && waiting(toRemove).length === 0) setRemoving(undefined)

  const write = (options: Option[], field?: string) =>
    onEdit(
      questions.map((each) => (each.id === question.id ? withOptions(question, options) : each)),
      field,
    )
  const take = (id: number, after: Parameters<typeof withoutOption>[3]) => {
    setRemoving(undefined)
    onEdit(withoutOption(questions, question.id, id, after))
    const left = inputs.find((each) => each.id !== id)
    focusOn(left ? inputId(left.id) : addId)
  }
  const remove = (option: Option) =>
    waiting(option).length > 0 ? setRemoving(option.id) : take(option.id, 'ask always')
  const add = () => {
    const id = nextId(inputs)
    write([...inputs, { id, text: '' }])
    focusOn(inputId(id))
  }
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isRadio || isComposing(event)) return
    event.preventDefault()
    add()
  }

  return (
    <fieldset
      className="q-options min-w-0 border-0"
      aria-describedby={problem ? `${question.id}-options-wrong` : undefined}
    >
      <legend className="small">Options</legend>
      <ol className="mt-1 rule-above">
        {inputs.map((option, at) => (
          <li key={option.id} className="lined grid items-center rule-below">
            <span className="pencil serif" aria-hidden="true">
              {at + 1}
            </span>
            <input
              id={inputId(option.id)}
              aria-label={`Option ${at + 1}`}
              aria-invalid={problem !== undefined && option.text.trim() === '' ? true : undefined}
              value={option.text}
              maxLength={200}
              placeholder={isRadio ? (at === 0 ? 'Yes' : 'No') : undefined}
              onChange={({ target }) =>
                write(
                  inputs.map((each) => (each.id === option.id ? { ...each, text: target.value } : each)),
                  `option-${question.id}-${option.id}`,
                )
              }
              onKeyDown={byKey}
            />
            <small className="pencil">{waiting(option).length > 0 && `Shows ${placesOf(option)}`}</small>
            {!isRadio && (
              <button
                className="grid place-center target"
                type="button"
                aria-label={`Remove option ${at + 1}`}
                onClick={() => remove(option)}
              >
                <Cross />
              </button>
            )}
            {removing === option.id && (
              <RemovalChoice
                warning={`Without “${option.text}”, ${placesOf(option)} would never be shown.`}
                ways={waysFor(option, inputs, placesOf(option), questions.indexOf(question) + 1, take)}
                keep="Keep option"
                onKeep={() => {
                  setRemoving(undefined)
                  focusOn(inputId(option.id))
                }}
              />
            )}
          </li>
        ))}
      </ol>
      <FieldError id={`${question.id}-options-wrong`} error={problem && asSentence(problem)} />
      {!isRadio && (
        <button
          type="button"
          id={addId}
          className="q-add-option target text-3 ink-2 ink-on-hover underline-low"
          onClick={add}
        >
          + Add option
        </button>
      )}
    </fieldset>
  )
}

/** How many other answers are offered to those that wait for one that is removed. */
const maxOffered = 2

function waysFor(
  option: Option,
  inputs: readonly Option[],
  waiting: string,
  place: number,
  take: (id: number, after: Parameters<typeof withoutOption>[3]) => void,
) {
  const others = inputs.filter(({ id, text }) => id !== option.id && text.trim() !== '').slice(0, maxOffered)
  return [
    ...others.map(({ text }) => ({
      label: `Remove, and show ${waiting} if ${place} is “${text.trim()}”`,
      take: () => take(option.id, { ask: text.trim() }),
    })),
    { label: `Remove, and always show ${waiting}`, take: () => take(option.id, 'ask always') },
    { label: `Remove, and delete ${waiting} too`, take: () => take(option.id, 'remove too') },
  ]
}

/** The element is there after the next drawing. */
const focusOn = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())
