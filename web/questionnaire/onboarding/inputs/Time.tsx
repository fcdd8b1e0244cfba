import { twelveHour } from '#domain/questionnaire/question.ts'
import { timeOfDay } from '#web/questionnaire/onboarding/answering.ts'
import { type InputProps, text } from './input.ts'

/** A time of day, kept as 12-hour text. */
export const Time = ({ answer, onAnswer, ties }: InputProps) => (
  <input
    {...ties}
    type="time"
    value={timeOfDay(text(answer))}
    onChange={({ target }) => onAnswer(twelveHour(target.value))}
  />
)
