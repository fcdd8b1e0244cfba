import type { AppContext } from '#api/app-context.ts'
import { caughtUp } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { counted } from '#domain/count.ts'
import { fold, type Recorded, streamOf } from '#domain/event.ts'
import { questionChangeSentences, stepChangeSentences } from '#domain/questionnaire/change-sentences.ts'
import {
  assertPackage,
  packageId,
  type Template,
  type TemplateEvent,
  templates,
} from '#domain/questionnaire/template.ts'
import { type EventStore, readBackwards } from '#infra/events/store.ts'
import { countOrdersByStatus } from '#projections/order/orders.ts'

/** The templates of new orders: the questionnaire and the progress steps, with their histories. */
export const templateRoutes = ({ handler, events, projections }: AppContext) =>
  ({
    async getSinglePackage({ query, request }) {
      assertPackage(query.packageId)
      await caughtUp(request, projections.orders)
      const [{ state, revision }, counts] = await Promise.all([
        handler.load(templates, packageId),
        countOrdersByStatus(projections.orders),
      ])
      return { data: [packageToWire(revision, state)], orders: counts }
    },

    async getPackageVersions({ query: { packageId: named, ...page } }) {
      assertPackage(named)
      const { state, revision } = await handler.load(templates, packageId)
      const { questions, progress } = state.revised
      const count = 1 + (page.of ? state.revised[page.of] : questions + progress)
      const { data, next } = await readTemplateVersions(events, { revision, ...page })
      return { data: next === undefined ? [...data, initialVersion(page.of)] : data, count, next }
    },
  }) satisfies Partial<Routes>

/** The events by what they are a version of. */
const typeOf = { questions: 'QuestionsRevised', progress: 'StepsRevised' } as const

/** How many events are read at a time, looking for those of one part. */
const chunkSize = 50

type Page = { revision: number; of?: keyof typeof typeOf | undefined; after?: number | undefined; limit: number }

/**
 * A page of what the package was, newest first, with what each version changed; `after` is a revision. `next` is absent
 * on the last page. The stream is read from the back, until every version of the page has the one before it.
 */
async function readTemplateVersions(store: EventStore, { revision, of, after, limit }: Page) {
  const found: Recorded<TemplateEvent>[] = []
  let before = after ?? revision + 1
  do {
    const page = { revision, before, limit: chunkSize }
    const { events, first } = await readBackwards<TemplateEvent>(store, streamOf(templates, packageId), page)
    found.push(...events.filter(({ type }) => !of || type === typeOf[of]))
    before = first
  } while (before > 0 && !isComplete(found, limit))
  const shown = found.slice(0, limit)
  const next = found.length > limit || before > 0 ? shown.at(-1)?.revision : undefined
  return {
    data: shown.map((event, at) => versionToWire(event, templateBefore(event, found.slice(at + 1)))),
    next: next?.toString(),
  }
}

/** Whether a page is full and the version before each of its events is known. */
const isComplete = (found: readonly Recorded<TemplateEvent>[], limit: number): boolean =>
  found.length > limit &&
  found.slice(0, limit).every(({ type }, at) => found.slice(at + 1).some((earlier) => earlier.type === type))

/** The template in the part that an event changed; `earlier` are the events before it, newest first. */
function templateBefore({ type }: Recorded<TemplateEvent>, earlier: readonly Recorded<TemplateEvent>[]) {
  const previous = earlier.find((each) => each.type === type)
  return fold(templates, previous ? [previous] : [])
}

type WirePackage = AnswerOf<Contract['getSinglePackage']>['data'][0]
type WireVersion = AnswerOf<Contract['getPackageVersions']>['data'][number]
type Texts = Pick<WirePackage, 'questions' | 'progress'>

const textOf = {
  questions: (questions: Template['questions']) => JSON.stringify(questions),
  // A step of a template is an order's step that is still open.
  progress: (steps: Template['steps']) => JSON.stringify(steps.map((step) => ({ ...step, status: 0 }))),
}

const textsOf = ({ questions, steps }: Template): Texts => ({
  questions: textOf.questions(questions),
  progress: textOf.progress(steps),
})

/** Both templates as JSON texts, the id of the next new question, and the revision for `If-Match`. */
const packageToWire = (revision: number, template: Template): WirePackage => ({
  id: Number(packageId),
  ...textsOf(template),
  nextQuestionId: template.nextQuestionId,
  revision,
})

/**
 * One version of a package: what one event made of it, and the text that restores it. `before` is the template that the
 * event changed, in the part that it changed.
 */
function versionToWire({ type, data, by, at, revision }: Recorded<TemplateEvent>, before: Template): WireVersion {
  const version = { revision, by: by.name, at }
  switch (type) {
    case 'QuestionsRevised': {
      const words = `Questionnaire with ${counted(data.questions.length, 'question')}`
      const changes = questionChangeSentences(before.questions, data.questions)
      return { ...version, words, changes, questions: textOf.questions(data.questions) }
    }
    case 'StepsRevised': {
      const words = `Progress tracker with ${counted(data.steps.length, 'step')}`
      const changes = stepChangeSentences(before.steps, data.steps)
      return { ...version, words, changes, progress: textOf.progress(data.steps) }
    }
  }
}

const initialTexts = textsOf(templates.initial)

/** The template before its first revision, or one part of it: without author and date. */
const initialVersion = (part?: keyof Texts): WireVersion => ({
  ...(part ? { [part]: initialTexts[part] } : initialTexts),
  revision: -1,
  by: '',
  at: '',
  words: 'The original version',
  changes: [],
})
