import { z } from 'zod'

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

/** The SHA-256 of a file's bytes, in hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

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

/** Where each type that is answered by choosing keeps its options. */
export const optionsField = {
  Radio: 'answerObject',
  'Multiple Choice': 'multipleChoiceArray',
  'Check Box': 'checkBoxArray',
} as const

/** Whether a type is answered by choosing among options. */
export const isChosen = (type: AnswerType): type is keyof typeof optionsField => type in optionsField

/** The options a person chooses from, blank ones left out. */
export function optionsOf(question: Question): string[] {
  const options =
    question.answerType === 'Radio'
      ? (question.answerObject ?? []).map(({ opt }) => opt)
      : ((question.answerType === 'Multiple Choice' ? question.multipleChoiceArray : question.checkBoxArray) ?? []).map(
          ({ value }) => value,
        )
  return options.filter((option) => option.trim() !== '')
}

/** The answers by the ids of their questions; as keys of an object those are text. */
export const answers = z.record(z.string(), answer) as unknown as z.ZodType<Answers>
export type Answers = Record<number, Answer>

/** The questions to ask in the light of the answers given so far: a condition on a question that is not asked fails. */
export function applicableQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const byId = new Map(questions.map((each) => [each.id, each]))
  const known = new Map<number, boolean>()
  const isApplicable = ({ id, dependQuestion, dependAnswer }: Question): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    known.set(id, false) // a circle of conditions asks none of them
    const condition = dependQuestion === null ? undefined : byId.get(dependQuestion)
    const result =
      dependQuestion === null || (!!condition && isApplicable(condition) && answers[condition.id] === dependAnswer)
    known.set(id, result)
    return result
  }
  return questions.filter(isApplicable)
}

/** The answers that questions hold, by question id. */
export const answersOf = (questions: readonly Question[]): Answers =>
  Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))

/** Questions with some of their answers changed. */
export const withAnswers = (questions: readonly Question[], answers: Answers): Question[] =>
  questions.map((question) => (question.id in answers ? { ...question, answer: answers[question.id]! } : question))

/** The questions that a client was shown, by the answers they hold. */
export const shownQuestions = (questions: readonly Question[]): Question[] =>
  applicableQuestions(questions, answersOf(questions))

/** The extensions that a file picker accepts, and the server takes: the specification's list. */
export const answerFileExtensions = (
  'pdf doc docx txt odt md xls xlsx csv ods ppt pptx odp epub xml json log ' +
  'jpg heic jpeg png gif webp bmp svg tiff tif ico'
).split(' ')

/** Whether a name ends in one of the extensions, whatever its case. */
export const hasExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.includes(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

/** A browser's time of day (`14:05`) as the specification's 12-hour text (`02:05 PM`); a cleared one stays empty. */
export function twelveHour(time: string): string {
  if (!/^\d{2}:\d{2}/.test(time)) return ''
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hours % 12 || 12)}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
}
