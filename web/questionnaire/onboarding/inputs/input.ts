import type { Answer, Question } from '#domain/questionnaire/question.ts'

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
  ties: Ties
}

export type Ties = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': boolean
  /** Another person answered it meanwhile. */
  'data-conflict'?: true | undefined
}

/** A text answer as a control's value. */
export const text = (answer: Answer): string => (typeof answer === 'string' ? answer : '')
