import { z } from 'zod'
import { parseJson } from '#domain/contract/json.ts'
import { truncate, visible } from '#domain/one-line.ts'
import { type NewStep, stepTraits } from '#domain/step.ts'
import { conditionProblem } from './conditions.ts'
import { answerTypes, hasOptions, optionsField, optionsOf, type Question } from './question.ts'

/** A fault of a template: its place, as a path into its list, and a sentence that names the place. */
type ListIssue = { path: (string | number)[]; message: string }

/** The result of checking a list that came over the wire: with any fault, no items. */
type Checked<Item> = { items: Item[]; issues: ListIssue[] }

/** The description of a list: its name for people, its items’ schema and names, and how many there may be. */
type ListOf<Item> = {
  one: string
  none: string
  most: number
  shape: z.ZodType<Item>
  called(item: Item): string
}

const templateId = z
  .int('its id must be a whole number')
  .positive('its id must be 1 or more')
  .max(1_000_000_000, 'its id is too large')

/** A text of a template, without the blanks around it; `what` begins the sentence that says what is wrong with it. */
const templateText = (what: string, longest: number) =>
  z.string(`${what} is missing`).trim().max(longest, `${what} can have at most ${longest} characters`)

/** Checks each item by itself, how many there are, and that their ids tell them apart. */
function checkList<Item extends { id: number }>(given: unknown, list: ListOf<Item>): Checked<Item> {
  const { one, none, most, shape, called } = list
  const only = (message: string) => ({ items: [], issues: [{ path: [], message }] })
  if (!Array.isArray(given)) return only(`This must be a list of ${one.toLowerCase()}s`)
  if (given.length === 0) return only(none)
  if (given.length > most) return only(`You can have up to ${most} ${one.toLowerCase()}s`)
  const issues: ListIssue[] = []
  const items: Item[] = []
  const places = new Map<number, number>()
  given.forEach((each: unknown, at) => {
    const { success, data, error } = shape.safeParse(each)
    if (!success) {
      for (const { path, message } of error.issues) issues.push(issueAt(one, at, textIn(each), path, message))
      return
    }
    const twin = places.get(data.id)
    if (twin === undefined) places.set(data.id, at)
    else issues.push(issueAt(one, at, called(data), ['id'], `it has the same id as ${one.toLowerCase()} ${twin + 1}`))
    items.push(data)
  })
  return { items: issues.length > 0 ? [] : items, issues }
}

/** A fault of one item, named by its place on the page and its text: `Question 3 (“Where is it?”): …`. */
function issueAt(one: string, at: number, text: string, path: PropertyKey[], problem: string): ListIssue {
  const short = truncate(text, 60)
  return {
    path: [at, ...path.map((key) => (typeof key === 'number' ? key : String(key)))],
    message: `${one} ${at + 1}${short ? ` (“${short}”)` : ''}: ${problem}`,
  }
}

function textIn(each: unknown): string {
  const { question, value } = (typeof each === 'object' && each ? each : {}) as { question?: unknown; value?: unknown }
  for (const text of [question, value]) if (typeof text === 'string') return text.trim()
  return ''
}

/** A list as JSON text, checked: each fault becomes an issue of its own, under its path. */
const listText = <Item>(check: (given: unknown) => Checked<Item>) =>
  z.string('The request is invalid').transform((text, context): Item[] => {
    const { items, issues } = check(parseJson(text))
    for (const { path, message } of issues) context.issues.push({ code: 'custom', input: text, path, message })
    return items
  })

export const maxQuestions = 100
/** The most questions for a file. One submission may carry as many files, however few may be shared at once. */
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
    ...(hasOptions(answerType)
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

export const maxSteps = 50

const step = z.object(
  { id: templateId, value: templateText('its text', 200).regex(visible, 'its text is missing'), ...stepTraits },
  'it is invalid',
)

/** Checks the progress steps of a template. */
export const checkSteps = (given: unknown): Checked<NewStep> =>
  checkList(given, {
    one: 'Step',
    none: 'Add at least one step',
    most: maxSteps,
    shape: step,
    called: ({ value }) => value,
  })

export const stepsText = listText(checkSteps)

/** A step as it would be stored: without blanks around its text, and without what it does not say of itself. */
export const tidyStep = ({ id, value, phase, payment, with: turn, completedOn }: NewStep): NewStep => ({
  id,
  value: value.trim(),
  ...(phase ? { phase } : {}),
  ...(payment ? { payment } : {}),
  ...(turn ? { with: turn } : {}),
  ...(completedOn ? { completedOn } : {}),
})

/** Returns the problem with each step while it is written, by id: a clause (`its text is missing`). */
export function stepProblems(steps: readonly NewStep[]): Map<number, string> {
  const found = steps.map((each) => [each.id, step.safeParse(tidyStep(each)).error?.issues[0]?.message] as const)
  return new Map(found.filter((each): each is [number, string] => each[1] !== undefined))
}
