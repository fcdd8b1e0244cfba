import type { ComponentProps } from 'react'
import { maxAnswerLength } from '#domain/questionnaire/answers.ts'
import { twelveHour } from '#domain/questionnaire/question.ts'
import { timeOfDay, withScheme } from '#web/questionnaire/onboarding/answering.ts'
import { type InputProps, text } from './input.ts'
import '#web/kit/TextArea.css'

type Kind = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'>

/** A line of a kind. What `tidy` makes of the words is seen when the person moves on. */
const lineOf =
  (kind: Kind, tidy?: (words: string) => string) =>
  ({ answer, onAnswer, ties }: InputProps) => (
    <input
      {...kind}
      {...ties}
      maxLength={maxAnswerLength}
      value={text(answer)}
      onChange={({ target }) => onAnswer(target.value)}
      onBlur={({ target }) => tidy && tidy(target.value) !== target.value && onAnswer(tidy(target.value))}
    />
  )

export const Line = lineOf({ type: 'text' })
export const Link = lineOf({ type: 'url', inputMode: 'url', placeholder: 'https://' }, withScheme)
export const Email = lineOf({ type: 'email', inputMode: 'email', autoComplete: 'email' })
export const Phone = lineOf({ type: 'tel', inputMode: 'tel', autoComplete: 'tel' })
export const Day = lineOf({ type: 'date' })

export const Paragraph = ({ answer, onAnswer, ties }: InputProps) => (
  <textarea
    {...ties}
    className="area"
    rows={3}
    maxLength={maxAnswerLength}
    value={text(answer)}
    onChange={({ target }) => onAnswer(target.value)}
  />
)

/** A time of day, kept as 12-hour text. */
export const Time = ({ answer, onAnswer, ties }: InputProps) => (
  <input
    {...ties}
    type="time"
    value={timeOfDay(text(answer))}
    onChange={({ target }) => onAnswer(twelveHour(target.value))}
  />
)
