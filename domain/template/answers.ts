import { z } from 'zod'
import { Invalid } from '../action.ts'
import {
  type Answer,
  type Answers,
  type AnswerType,
  answerFileExtensions,
  asked,
  fileAnswer,
  hasExtension,
  optionsOf,
  type Question,
} from './question.ts'

/** The longest text an answer may have, in characters. */
export const longestAnswer = 10_000

const text = z.string().trim().max(longestAnswer, `At most ${longestAnswer} characters`)
const choice = (question: Question) => z.enum(optionsOf(question), 'Please choose one of the options')

const shapes: Record<AnswerType, (question: Question) => z.ZodType<Answer>> = {
  Line: () => text,
  Paragraph: () => text,
  Radio: choice,
  'Multiple Choice': choice,
  'Check Box': (question) => z.array(choice(question)),
  File: () =>
    fileAnswer.refine(({ originalName }) => hasExtension(originalName, answerFileExtensions), {
      error: 'This kind of file is not accepted',
    }),
  Link: () => z.url({ protocol: /^https?$/, error: 'Please enter a link that begins with https://' }),
  Email: () => z.email('Please enter an email address'),
  Phone: () => text.regex(/^\+?[\d\s().-]{6,20}$/, 'Please enter a phone number'),
  Color: () => text.regex(/^#[\da-f]{6}$/i, 'Please choose a colour'),
  Date: () => z.iso.date('Please choose a date'),
  Time: () => text.regex(/^(0?[1-9]|1[0-2]):[0-5]\d (AM|PM)$/, 'Please choose a time'),
}

const isBlank = (answer: Answer | undefined): boolean =>
  answer === null ||
  answer === undefined ||
  (typeof answer === 'string' ? !answer.trim() : 'length' in answer && answer.length === 0)

/** What is wrong with one answer, or undefined when it will do. */
export function problemWith(question: Question, answer: Answer | undefined): string | undefined {
  if (isBlank(answer)) return question.required ? 'Please answer this question' : undefined
  const checked = shapes[question.answerType](question).safeParse(answer)
  return checked.success ? undefined : (checked.error.issues[0]?.message ?? 'Please check this answer')
}

/**
 * The questions that were asked, each with its answer. Answers to questions that were not asked are dropped.
 * Throws `Invalid` with a message for each field, keyed by question id, when any answer will not do.
 */
export function answered(questions: readonly Question[], answers: Answers): Question[] {
  const fields: Record<string, string> = {}
  const result = asked(questions, answers).map((question) => {
    const answer = answers[question.id]
    const problem = problemWith(question, answer)
    if (problem) fields[question.id] = problem
    return { ...question, answer: isBlank(answer) ? null : answer! }
  })
  if (Object.keys(fields).length > 0) throw new Invalid(fields)
  return result
}
