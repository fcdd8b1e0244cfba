import { type ZodType, z } from 'zod'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { type ListKind, questionList, stepList } from '#domain/questionnaire/list-changes.ts'
import { type Question, question } from '#domain/questionnaire/question.ts'
import { packageId, type TemplateEvent } from '#domain/questionnaire/template.ts'
import { type NewStep, newStep } from '#domain/step.ts'
import { call } from '#web/api.ts'

type WirePackage = AnswerOf<Contract['getSinglePackage']>['data'][0]
export type WireVersion = AnswerOf<Contract['getPackageVersions']>['data'][number]
type Changed = AnswerOf<Contract['updatePackage']>

/** One of the two lists that new orders begin with: how it is read, compared, followed and sent. */
export type TemplatePart<Item extends { id: number }> = {
  name: 'questions' | 'progress'
  kind: ListKind<Item>
  /** An item as a browser may have kept it. */
  schema: ZodType<Item>
  /** The list within a package, or within a version that has it. */
  read(texts: Pick<WirePackage, 'questions' | 'progress'> | WireVersion): Item[] | undefined
  /** The lowest id that no item ever had, as far as the package says. */
  nextId(texts: WirePackage): number
  /** The list that an event made; undefined for an event of the other part. */
  madeBy(event: Pick<TemplateEvent, 'type' | 'data'>): Item[] | undefined
  send(items: readonly Item[], options: { revision: number; key: string }): Promise<Changed>
}

const listIn = <Item>(schema: ZodType<Item>, text: string | undefined): Item[] | undefined =>
  text === undefined ? undefined : z.array(schema).parse(JSON.parse(text))

export const questionsPart: TemplatePart<Question> = {
  name: 'questions',
  kind: questionList,
  schema: question,
  read: (texts) => listIn(question, texts.questions),
  nextId: ({ nextQuestionId }) => nextQuestionId,
  madeBy: (event) => ('questions' in event.data ? event.data.questions : undefined),
  send: (items, options) =>
    call('updatePackage', { ...options, body: { packageId, questions: JSON.stringify(items) } }),
}

export const stepsPart: TemplatePart<NewStep> = {
  name: 'progress',
  kind: stepList,
  schema: newStep,
  read: (texts) => listIn(newStep, texts.progress),
  nextId: () => 1,
  madeBy: (event) => ('steps' in event.data ? event.data.steps : undefined),
  send: (items, options) =>
    call('updateProgress', { ...options, body: { packageId, progress: JSON.stringify(items) } }),
}
