import { z } from 'zod'
import { visible } from '#domain/one-line.ts'
import { type Checked, checkList, issueAt, listText, templateId, templateText } from './check-list.ts'
import { conditionProblem } from './conditions.ts'
import { isChosen, optionsField, optionsOf } from './options.ts'
import { answerTypes, type Question } from './question.ts'

export const maxQuestions = 100
/** The most questions for a file: as many as one submission may carry files (decisions, "Files": 20 a request). */
export const maxFileQuestions = 20
const maxOptions = 50

const list = <Option extends z.ZodType>(option: Option) =>
  z.array(option, 'its options must be a list').max(maxOptions, `it can have up to ${maxOptions} options`).nullish()
const optionText = templateText('an option', 200)

/** A question as it may come over the wire. */
const draft = z.object(
  {
    id: templateId,
    question: templateText('its text', 500).regex(visible, 'its text is missing'),
    description: templateText('its description', 2_000).default(''),
    answerType: z.enum(answerTypes, 'its answer type is invalid'),
    answerObject: list(z.object({ id: templateId, opt: optionText }, 'an option is invalid')),
    multipleChoiceArray: list(z.object({ id: templateId, value: optionText }, 'an option is invalid')),
    checkBoxArray: list(z.object({ id: templateId, value: optionText }, 'an option is invalid')),
    required: z.boolean('required must be true or false').default(true),
    businessName: z.literal(true, 'businessName must be true, or left out').optional(),
    dependQuestion: z.int('its condition must be a question id').nullish(),
    dependAnswer: z.string('its condition’s answer must be text').trim().nullish(),
  },
  'it is invalid',
)

type Draft = z.infer<typeof draft>

/** A question in one shape whatever was sent: no blank options, no options of another type, no answer. */
function normalized({ answerType, dependAnswer, ...given }: Draft): Question {
  const { id, question, description, required, businessName, answerObject, multipleChoiceArray, checkBoxArray } = given
  const values = (options: Draft['checkBoxArray']) =>
    (options ?? []).filter(({ value }) => visible.test(value)).map(({ id, value }) => ({ id, value }))
  const dependQuestion = given.dependQuestion ?? null
  return {
    id,
    question,
    description,
    answerType,
    answerObject:
      answerType === 'Radio'
        ? (answerObject ?? []).filter(({ opt }) => visible.test(opt)).map(({ id, opt }) => ({ id, opt }))
        : null,
    ...(answerType === 'Multiple Choice' ? { multipleChoiceArray: values(multipleChoiceArray) } : {}),
    ...(answerType === 'Check Box' ? { checkBoxArray: values(checkBoxArray) } : {}),
    required,
    ...(businessName && answerType === 'Line' ? { businessName } : {}),
    dependQuestion,
    dependAnswer: dependQuestion === null ? '' : (dependAnswer ?? ''),
    answer: null,
  }
}

/** A question as it would be stored: without blanks around its texts, blank options, or what its type does not have. */
export function tidyQuestion(question: Question): Question {
  const text = (value: string) => value.trim()
  return normalized({
    ...question,
    question: text(question.question),
    description: text(question.description),
    answerObject: question.answerObject?.map(({ id, opt }) => ({ id, opt: text(opt) })),
    multipleChoiceArray: question.multipleChoiceArray?.map(({ id, value }) => ({ id, value: text(value) })),
    checkBoxArray: question.checkBoxArray?.map(({ id, value }) => ({ id, value: text(value) })),
    dependAnswer: text(question.dependAnswer),
  })
}

/** A problem with one question: which field, and a clause about it (`its text is missing`). */
export type QuestionProblem = { field: string; problem: string }

/** Returns the faults of each question while it is written, by id. Questions without a fault are left out. */
export function questionProblems(questions: readonly Question[]): Map<number, QuestionProblem[]> {
  const all = questions.map(tidyQuestion)
  const found = all.map((each): [number, QuestionProblem[]] => {
    const issues = draft.safeParse(each).error?.issues ?? []
    const shape = issues.map(({ path, message }) => ({ field: String(path[0]), problem: message }))
    return [each.id, [...shape, ...problemsAmong(each, all)]]
  })
  return new Map(found.filter(([, problems]) => problems.length > 0))
}

/** The problems with the options and the condition of a question among the others. */
function problemsAmong(question: Question, questions: readonly Question[]): QuestionProblem[] {
  const { answerType } = question
  const found = [
    ...(isChosen(answerType)
      ? [{ field: optionsField[answerType], problem: optionProblem(question, answerType) }]
      : []),
    { field: 'dependQuestion', problem: conditionProblem(question, questions) },
  ]
  return found.filter((each): each is QuestionProblem => each.problem !== undefined)
}

/** Checks a questionnaire. What passes can be answered: each question can be reached, each choice has options. */
export function checkQuestions(given: unknown): Checked<Question> {
  const { items, issues } = checkList(given, {
    one: 'Question',
    none: 'Add at least one question',
    most: maxQuestions,
    shape: draft,
    called: ({ question }) => question,
  })
  if (issues.length > 0) return { items: [], issues }
  const questions = items.map(normalized)
  questions.forEach((each, at) => {
    for (const { field, problem } of problemsAmong(each, questions)) {
      issues.push(issueAt('Question', at, each.question, [field], problem))
    }
  })
  if (questions.filter(({ answerType }) => answerType === 'File').length > maxFileQuestions) {
    issues.push({ path: [], message: `You can ask for at most ${maxFileQuestions} files` })
  }
  if (questions.filter(({ businessName }) => businessName).length > 1) {
    issues.push({ path: [], message: 'Only one answer can be the project name' })
  }
  return { items: issues.length > 0 ? [] : questions, issues }
}

export const questionsText = listText(checkQuestions)

function optionProblem(question: Question, type: keyof typeof optionsField): string | undefined {
  const options = optionsOf(question)
  if (type === 'Radio' && options.length !== 2) return 'a Radio question needs exactly 2 options'
  if (options.length === 0) return 'it needs at least one option'
  const twice = options.find((option, at) => options.indexOf(option) !== at)
  if (twice !== undefined) return `the option “${twice}” is there twice`
  const ids = (question[optionsField[type]] ?? []).map(({ id }) => id)
  return new Set(ids).size < ids.length ? 'two of its options have the same id' : undefined
}
