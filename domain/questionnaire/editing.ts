import { canBeCondition, isCyclic } from './conditions.ts'
import {
  type AnswerType,
  allOptionsOf,
  hasOptions,
  type Option,
  optionsField,
  optionsOf,
  type Question,
} from './question.ts'

/** The next id: one more than the highest of these lists. */
export const nextId = (...lists: (readonly { id: number }[])[]): number =>
  Math.max(0, ...lists.flat().map(({ id }) => id)) + 1

type Rest = Partial<Pick<Question, 'description' | 'required' | 'businessName' | 'dependQuestion' | 'dependAnswer'>> & {
  options?: string[]
}

/** A question without an answer; its options have the ids 1, 2 … */
export function ask(
  id: number,
  answerType: AnswerType,
  question: string,
  { options = [], ...rest }: Rest = {},
): Question {
  const values = options.map((value, at) => ({ id: at + 1, value }))
  return {
    id,
    question,
    description: '',
    answerType,
    answerObject: answerType === 'Radio' ? values.map(({ id, value }) => ({ id, opt: value })) : null,
    ...(answerType === 'Multiple Choice' ? { multipleChoiceArray: values } : {}),
    ...(answerType === 'Check Box' ? { checkBoxArray: values } : {}),
    required: true,
    dependQuestion: null,
    dependAnswer: '',
    answer: null,
    ...rest,
  }
}

/** A questionnaire with a blank question at its end, under an id that none ever had. */
export const withNewQuestion = (questions: readonly Question[], id: number): Question[] => [
  ...questions,
  ask(id, 'Line', ''),
]

/** A questionnaire with a copy of a question right behind it, under an id of its own. One question names the project. */
export const withDuplicate = (questions: readonly Question[], id: number, copyId: number): Question[] =>
  questions.flatMap((each) => (each.id === id ? [each, { ...withBusinessName(each, false), id: copyId }] : [each]))

/** A question of another answer type: its options and its condition are cleared (specification section 4). */
export function withType(question: Question, answerType: AnswerType): Question {
  if (question.answerType === answerType) return question
  const { multipleChoiceArray: _, checkBoxArray: __, ...rest } = question
  return { ...rest, answerType, answerObject: null, dependQuestion: null, dependAnswer: '' }
}

/** The not-compulsory tick: ticked, the question need not be answered. */
export const withNotCompulsory = (question: Question, ticked: boolean): Question => ({ ...question, required: !ticked })

/** Whether the answer is the name of the business. What a question does not say of itself it does not carry. */
export function withBusinessName({ businessName: _, ...question }: Question, ticked: boolean): Question {
  return ticked ? { ...question, businessName: true } : question
}

/**
 * The inputs an editor shows for a question's options, blank ones too: exactly two for a Radio, none without options.
 */
export function optionInputs(question: Question): Option[] {
  const options = allOptionsOf(question)
  if (question.answerType !== 'Radio') return options
  const [one = { id: 1, text: '' }, other = { id: nextId([one]), text: '' }] = options
  return [one, other]
}

/** A question with these options, in the fields of its type. */
export function withOptions(question: Question, inputs: readonly Option[]): Question {
  if (!hasOptions(question.answerType)) return question
  if (question.answerType === 'Radio') {
    return { ...question, answerObject: inputs.map(({ id, text }) => ({ id, opt: text })) }
  }
  return { ...question, [optionsField[question.answerType]]: inputs.map(({ id, text }) => ({ id, value: text })) }
}

/** The questions that may be the condition of a question: those with options that do not depend on it. */
export const askWhen = (question: Question, questions: readonly Question[]): Question[] =>
  questions.filter(
    (each) =>
      canBeCondition(each) &&
      optionsOf(each).length > 0 &&
      !isCyclic({ ...question, dependQuestion: each.id }, questions),
  )
