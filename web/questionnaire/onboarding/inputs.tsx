import type { ComponentProps, MouseEvent } from 'react'
import { answerFileExtensions } from '#domain/file.ts'
import { maxAnswerLength } from '#domain/questionnaire/answers.ts'
import { type Answer, optionsOf, type Question } from '#domain/questionnaire/question.ts'
import { TextButton } from '#web/kit/Button.tsx'
import type { Ties } from '#web/kit/Field.tsx'
import { sizeInWords } from '#web/kit/size.ts'
import { useUploadLimits } from '#web/shell/session.ts'
import { timeOfDay, twelveHour, withScheme } from './answering.ts'
import '#web/kit/Field.css'
import '#web/kit/Choice.css'

/** The props of every kind of answer’s input. */
export type InputProps = {
  question: Question
  answer: Answer
  onAnswer(answer: Answer): void
  /** The file of a File question: chosen in this visit. */
  file: File | undefined
  onFile(file: File | undefined): void
  /** The name of the file that was chosen in an earlier visit, and is gone. */
  missingFile: string | undefined
  /** Ties the control, or a group's first control, to its label, its description and what is wrong. */
  ties: Ties & { 'aria-required': boolean }
}

/** A text answer as a control's value. */
const text = (answer: Answer): string => (typeof answer === 'string' ? answer : '')

const accepted = answerFileExtensions.map((extension) => `.${extension}`).join(',')

/** One file. Choosing again replaces the earlier one. */
export function Upload({ file, onFile, missingFile, ties: { id, 'aria-required': _, ...ties } }: InputProps) {
  const { answerFileSize } = useUploadLimits()
  return (
    <div className="upload row items-center gap-1-4">
      <label className="upload-choose inline-flex items-center pointer target text-3 weight-500 relative rounded edge focus-around">
        <input
          {...ties}
          id={id}
          type="file"
          className="opacity-0 pointer w-full absolute inset-0"
          accept={accepted}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) onFile(chosen)
            target.value = '' // the same file may be chosen again, after it was taken back
          }}
        />
        {file ? 'Choose another file' : 'Choose a file'}
      </label>
      {file ? (
        <span className="min-w-0 break-anywhere">
          <bdi>{file.name}</bdi> <span className="meta">{sizeInWords(file.size)}</span>
        </span>
      ) : (
        <span className="meta">
          {missingFile
            ? `Please choose ${missingFile} again. Files are not saved until you send them.`
            : `Maximum size: ${sizeInWords(answerFileSize)}`}
        </span>
      )}
      {(file || missingFile) && (
        <TextButton
          onClick={(event) => {
            focusInput(event)
            onFile(undefined)
          }}
        >
          Remove file
        </TextButton>
      )}
    </div>
  )
}

/** A button that goes once it is pressed leaves the focus to the input beside it. */
const focusInput = ({ currentTarget }: MouseEvent) => currentTarget.parentElement?.querySelector('input')?.focus()

const Clear = ({ onAnswer }: Pick<InputProps, 'onAnswer'>) => (
  <TextButton
    onClick={(event) => {
      focusInput(event)
      onAnswer(null)
    }}
  >
    Clear
  </TextButton>
)

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

/** A colour. The control cannot be without one: until the client chooses it has one that is not quite white, so that white is a change. */
export const Colour = ({ answer, onAnswer, ties: { 'aria-required': _, ...ties } }: InputProps) => (
  <div className="colour row items-center gap-1-4">
    <input
      {...ties}
      type="color"
      className={answer ? 'colour-well pointer rounded edge' : 'colour-well is-none pointer rounded edge'}
      value={text(answer) || '#fefefe'}
      onChange={({ target }) => onAnswer(target.value)}
    />
    {answer ? (
      <>
        <span>{text(answer)}</span>
        <Clear onAnswer={onAnswer} />
      </>
    ) : (
      <label className="meta target inline-flex items-center pointer underline" htmlFor={ties.id}>
        Choose a colour
      </label>
    )}
  </div>
)

/** One of several. Where none need be chosen it can be taken back. */
export const Choice = ({ question, answer, onAnswer, ties: { id, ...ties } }: InputProps) => (
  <>
    {optionsOf(question).map((option, at) => (
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
    ))}
    {answer && !question.required && <Clear onAnswer={onAnswer} />}
  </>
)

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
