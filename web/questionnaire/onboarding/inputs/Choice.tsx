import { optionsOf } from '#domain/questionnaire/question.ts'
import type { InputProps } from './input.ts'
import '#web/kit/Choice.css'

/** One of several. */
export const Choice = ({ question, answer, onAnswer, ties: { id, ...ties } }: InputProps) =>
  optionsOf(question).map((option, at) => (
    <label className="choice is-one" key={option}>
      <input
        {...ties}
        id={at === 0 ? id : undefined}
        type="radio"
        name={id}
        checked={answer === option}
        onChange={() => onAnswer(option)}
      />
      {option}
    </label>
  ))

/** The input for as many options as apply. */
export function CheckBoxes({ question, answer, onAnswer, ties: { id, 'aria-required': _, ...ties } }: InputProps) {
  const chosen = Array.isArray(answer) ? answer : []
  const options = optionsOf(question)
  return options.map((option, at) => (
    <label className="choice" key={option}>
      <input
        {...ties}
        id={at === 0 ? id : undefined}
        type="checkbox"
        checked={chosen.includes(option)}
        onChange={({ target }) =>
          onAnswer(options.filter((each) => (each === option ? target.checked : chosen.includes(each))))
        }
      />
      {option}
    </label>
  ))
}
