import { z } from 'zod'
import { sha256 } from '#domain/file.ts'

export const answerTypes = [
  'Line',
  'Paragraph',
  'Radio',
  'Multiple Choice',
  'Check Box',
  'File',
  'Link',
  'Email',
  'Phone',
  'Color',
  'Date',
  'Time',
] as const

export type AnswerType = (typeof answerTypes)[number]

const fileName = z.string('Please choose a file').min(1, 'Please choose a file')

/**
 * A file given as an answer: `filename` is where it is kept, `originalName` is what its owner called it. Its size in bytes and its
 * SHA-256 are recorded since 2026-11-23.
 */
export const fileAnswer = z.object(
  {
    originalName: fileName,
    filename: fileName,
    size: z.int().nonnegative().optional(),
    sha256: z.optional(sha256),
  },
  'Please choose a file',
)

export type FileAnswer = z.infer<typeof fileAnswer>

/** Text for most types, a list for a Check Box, a file for a File; null while there is none. */
export const answer = z.union([z.string(), z.array(z.string()), fileAnswer]).nullable()

export type Answer = z.infer<typeof answer>

const choices = z.array(z.object({ id: z.int(), value: z.string() }))

/** A question of the onboarding questionnaire, in the specification's shape. */
export const question = z.object({
  id: z.int(),
  question: z.string(),
  description: z.string(),
  answerType: z.enum(answerTypes),
  /** The options of a Radio. */
  answerObject: z.array(z.object({ id: z.int(), opt: z.string() })).nullable(),
  /** The options of a Multiple Choice. */
  multipleChoiceArray: z.optional(choices),
  /** The options of a Check Box. */
  checkBoxArray: z.optional(choices),
  required: z.boolean(),
  /** Its answer is the name of the business: what the project is called by. */
  businessName: z.literal(true).optional(),
  /** Ask when this question … */
  dependQuestion: z.int().nullable(),
  /** … has this answer. */
  dependAnswer: z.string(),
  answer,
})

export type Question = z.infer<typeof question>

/** The answers by the ids of their questions; as keys of an object those are text. */
export const answers = z.record(z.string(), answer) as unknown as z.ZodType<Answers>
export type Answers = Record<number, Answer>

/** Questions with some of their answers changed. */
export const withAnswers = (questions: readonly Question[], answers: Answers): Question[] =>
  questions.map((question) => (question.id in answers ? { ...question, answer: answers[question.id]! } : question))

/** Where each type that is answered by choosing keeps its options. */
export const optionsField = {
  Radio: 'answerObject',
  'Multiple Choice': 'multipleChoiceArray',
  'Check Box': 'checkBoxArray',
} as const

/** Whether a type is answered by choosing among options. */
export const hasOptions = (type: AnswerType): type is keyof typeof optionsField => type in optionsField

export type Option = { id: number; text: string }

/** The options in the field of a question’s type, blank ones too; none where it has no options. */
export function allOptionsOf(question: Question): Option[] {
  if (question.answerType === 'Radio') return (question.answerObject ?? []).map(({ id, opt }) => ({ id, text: opt }))
  if (!hasOptions(question.answerType)) return []
  return (question[optionsField[question.answerType]] ?? []).map(({ id, value }) => ({ id, text: value }))
}

/** The options a person chooses from, without blanks around them; blank ones left out. */
export const optionsOf = (question: Question): string[] =>
  allOptionsOf(question)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
