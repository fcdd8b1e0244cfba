import { z } from 'zod'
import { Invalid } from '#domain/command.ts'
import { answerFileExtensions, hasExtension } from '#domain/file.ts'
import { onOneLine, plain, visible, withoutMarks } from '#domain/one-line.ts'
import { applicableQuestions } from './applicable-questions.ts'
import { type Answer, type Answers, type AnswerType, fileAnswer, optionsOf, type Question } from './question.ts'

/** The longest text an answer may have, in characters. */
export const maxAnswerLength = 10_000

const text = z
  .string('Please enter text')
  .trim()
  .max(maxAnswerLength, `Please use at most ${maxAnswerLength} characters`)
const choice = (question: Question) => z.enum(optionsOf(question), 'Please choose one of the options')

const shapes: Record<AnswerType, (question: Question) => z.ZodType<Answer>> = {
  Line: () => onOneLine(text),
  Paragraph: () => text,
  Radio: choice,
  'Multiple Choice': choice,
  'Check Box': (question) =>
    z.array(choice(question), 'Please choose from the options').transform((chosen) => [...new Set(chosen)]),
  File: () =>
    fileAnswer.refine(({ originalName }) => hasExtension(originalName, answerFileExtensions), {
      error: 'This file type isn’t supported',
    }),
  Link: () =>
    withoutMarks(text).pipe(z.url({ protocol: /^https?$/, error: 'Please enter a link that starts with https://' })),
  Email: () => plain(text).pipe(z.email('Please enter an email address')),
  Phone: () => plain(text).regex(/^\+?([\s().-]*\d){6,15}[\s().-]*$/, 'Please enter a phone number'),
  Color: () => text.regex(/^#[\da-f]{6}$/i, 'Please choose a colour'),
  Date: () => z.iso.date('Please choose a date'),
  Time: () => text.regex(/^(0?[1-9]|1[0-2]):[0-5]\d (AM|PM)$/, 'Please choose a time'),
}

const isBlank = (answer: Answer | undefined): boolean =>
  answer === null ||
  answer === undefined ||
  (typeof answer === 'string' ? !visible.test(answer) : Array.isArray(answer) && answer.length === 0)

/** One answer as it is kept, or what is wrong with it. */
function check(question: Question, given: Answer | undefined): { answer: Answer; problem?: string } {
  if (isBlank(given)) return { answer: null, ...(question.required ? { problem: 'Please answer this question' } : {}) }
  const { data, error } = shapes[question.answerType](question).safeParse(given)
  return error ? { answer: null, problem: error.issues[0]?.message ?? 'Please check this answer' } : { answer: data }
}

/** The problem with one answer; undefined when it is valid. */
export const problemWith = (question: Question, answer: Answer | undefined): string | undefined =>
  check(question, answer).problem

/**
 * All questions, each with its answer. Answers to questions that were not asked are dropped.
 * Throws `Invalid` with a message for each field, keyed by question id, when any answer will not do.
 */
export function answered(questions: readonly Question[], answers: Answers): Question[] {
  const fields: Record<string, string> = {}
  const toAnswer = new Set(applicableQuestions(questions, answers))
  const result = questions.map((question) => {
    if (!toAnswer.has(question)) return { ...question, answer: null }
    const { answer, problem } = check(question, answers[question.id])
    if (problem) fields[question.id] = problem
    return { ...question, answer }
  })
  if (Object.keys(fields).length > 0) throw new Invalid(fields)
  return result
}
