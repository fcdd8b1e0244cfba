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

const maxChoiceLength = 1_000
const maxListLength = 200

/** An answer while it is being written: text, or chosen options. A file is no part of a draft. */
export const draftAnswer = z
  .union([z.string().max(maxAnswerLength), z.array(z.string().max(maxChoiceLength)).max(maxListLength)])
  .nullable()
export type DraftAnswer = z.infer<typeof draftAnswer>

/** An answer of a draft, and when it was written: milliseconds since 1970 by the server's clock. */
export const draftEntry = z.object({ id: z.int(), answer: draftAnswer, at: z.number() })
export type DraftEntry = z.infer<typeof draftEntry>

/** A client's unfinished answers by question, and when the last ones were sent (0: never). */
export type AnswersDraft = { answers: Readonly<Record<number, DraftEntry>>; sentAt: number }

export const emptyDraft: AnswersDraft = { answers: {}, sentAt: 0 }

/**
 * A draft with more written in it. Of two answers to one question the later one stays, in whatever order they arrive.
 * What was written before the answers were sent does not come back. The same draft when nothing changes.
 */
export function withEntries(draft: AnswersDraft, entries: readonly DraftEntry[]): AnswersDraft {
  const later = entries.filter(({ id, at }) => at > Math.max(draft.sentAt, draft.answers[id]?.at ?? 0))
  if (later.length === 0) return draft
  const answers = { ...draft.answers }
  for (const each of later) if (each.at > (answers[each.id]?.at ?? 0)) answers[each.id] = each
  return { ...draft, answers }
}

/** A draft after its answers were sent: what was written later is for the next project. */
export function withoutSent(draft: AnswersDraft, sentAt: number): AnswersDraft {
  if (sentAt <= draft.sentAt) return draft
  const later = Object.entries(draft.answers).filter(([, { at }]) => at > sentAt)
  return { answers: Object.fromEntries(later), sentAt }
}
