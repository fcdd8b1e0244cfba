// The questionnaire: its drafts, and the order that its answers open.
import { createHash } from 'node:crypto'
import type { AppContext } from '#api/app-context.ts'
import { waitForLatest } from '#api/http/caught-up.ts'
import { TooLarge } from '#api/http/problems.ts'
import type { Routes } from '#api/http/router.ts'
import { receiveUpload, sameFiles } from '#api/uploads/receive-upload.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import type { FormOf } from '#domain/contract/call.ts'
import { contract } from '#domain/contract/contract.ts'
import { notEachFile, questionIdText, type SavedDraft, sentElsewhere } from '#domain/contract/onboarding.ts'
import { answerFileExtensions } from '#domain/file.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { OrderExists } from '#domain/order/open-order.ts'
import {
  type AnswersDraft,
  answered,
  type DraftEntry,
  emptyDraft,
  withEntries,
  withoutSent,
} from '#domain/questionnaire/answers.ts'
import { maxFileQuestions } from '#domain/questionnaire/check.ts'
import type { Answers, Question } from '#domain/questionnaire/question.ts'
import { packageId, templates } from '#domain/questionnaire/template.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import { isUnchangeable, isUnusable } from '#infra/events/command-handler.ts'
import { createTurns } from '#infra/turns.ts'
import { insteadOf } from '#infra/unavailable.ts'
import { draftsCollection } from '#projections/primary-documents.ts'

/** Among how many of a client's latest orders a repeated submission finds the one it has opened. */
const maxLookBack = 10

/** The id of a client's nth order: unique by construction, and not to be guessed by others. */
export const orderIdOf = (clientId: string, number: number, erasures = 0): string =>
  createHash('sha256')
    .update(`order:${clientId}:${number}${erasures ? `:${erasures}` : ''}`)
    .digest('base64url')
    .slice(0, 16)

/**
 * The questionnaire, its answers while they are being written, so that another device can go on with them, and the order that
 * they open.
 */
export function onboardingRoutes(context: AppContext) {
  const { handler, projections, settings, log, now } = context
  const drafts = createAnswersDrafts(context.documents)
  const { answerFileSize: fileSize, filesAtOnce } = settings.files
  const turns = createTurns({ ofOne: 1, waiting: Number.POSITIVE_INFINITY }) // uploads are bounded before
  const maxFiles = Math.max(filesAtOnce, maxFileQuestions) // else no client could answer a questionnaire with more
  const taken = { extensions: answerFileExtensions, fileSize, files: maxFiles, fieldOf: questionOf }

  /** Whether an order is opened after the device that sends its answers last heard of one. */
  const isOpenedSince = async (orderId: string, sentAt: number | undefined) =>
    sentAt !== undefined && Date.parse((await handler.load(orders, orderId)).state.openedAt) > sentAt

  return {
    async getQuestions() {
      const { state } = await handler.load(templates, packageId)
      return { data: [{ questions: JSON.stringify(state.questions) }] }
    },

    getDraft: async ({ person }) => toWire(await drafts.of(person.id), now()),

    async saveDraft({ person, body }) {
      const { state: template } = await handler.load(templates, packageId)
      const answerable = template.questions.filter(({ answerType }) => answerType !== 'File').map(({ id }) => id)
      const savedAt = now()
      const written = body.answers
        .filter(({ id }) => answerable.includes(id))
        .map(({ id, answer, age }) => ({ id, answer, at: Math.max(1, Math.round(savedAt - age)) }))
      const { draft, replaced } = await drafts.write(person.id, written)
      const isKnown = ({ id, at }: DraftEntry) => body.answers.some((each) => each.id === id && each.seen === at)
      return { message: 'Draft saved', ...toWire(draft, now()), replaced: replaced.filter((each) => !isKnown(each)) }
    },

    async checkSubmission({ person, account }) {
      const loading = handler.load(orders, orderIdOf(person.id, 1, account.erasures))
      const { revision } = await loading.catch(insteadOf(isUnusable, { revision: 0 })) // it is there, whatever became of it
      return { isSumbmitted: revision >= 0 }
    },

    async submitAnswer({ account, execute, recorded, ...asking }) {
      const { person } = asking
      await waitForLatest(handler, projections.orders)
      // The list may lag behind: where it does, the number is taken, and the next one is tried. It begins a few
      // orders back: when this request is a repetition, the order that it opened answers by itself.
      const opened = await projections.orders.collection.count({ clientId: person.id })
      const first = Math.max(1, opened + 1 - maxLookBack)
      const idOf = (number: number) => orderIdOf(person.id, number, account.erasures)
      const before = Array.from({ length: opened + 1 - first }, (_, nth) => idOf(first + nth))
      const repetitionOf = async (id: string) => {
        const answer = await recorded(orderCommands.openOrder, id)
        return answer && (async (repeatKey: unknown) => ({ ...(await answer(repeatKey)), orderId: id }))
      }
      const repeated = await firstOf(before, repetitionOf)
      const admit = async () => repeated !== undefined
      const options = { ...taken, admit, form: contract.submitAnswer.form }
      return receiveUpload(context, asking, options, async (received, form) => {
        const repeatKey = sameForm(form, received)
        const open = async () => {
          const { state: template } = await handler.load(templates, packageId)
          const questions = answered(template.questions, answersIn(form, received, template.questions))
          const { sentAt } = await drafts.of(person.id)
          await waitForLatest(handler, projections.orders) // with what was opened in the turn before
          const openOrders = await projections.orders.collection.count({ clientId: person.id, status: 'open' })
          const isLate = form.sentAt !== undefined && form.sentAt < sentAt
          for (let number = first; ; number++) {
            const id = idOf(number)
            try {
              if (number > opened) {
                // It repeats none of those before, but may have been sent twice at once.
                const again = await repetitionOf(id)
                if (again) return await again(repeatKey)
                if (isLate) throw new Refusal(sentElsewhere)
                if (openOrders >= settings.openOrdersPerClient)
                  throw new Refusal(`You already have ${openOrders} open projects. Please wait until one is completed.`)
              }
              const input = { orderId: id, number, questions, steps: template.steps }
              return { ...(await execute(orderCommands.openOrder, id, input, { repeatKey })), orderId: id }
            } catch (error) {
              // One that cannot be read is taken too: what is damaged keeps no one from another project.
              if (!(error instanceof OrderExists || isUnchangeable(error))) throw error
              if (error instanceof OrderExists && number > opened && (await isOpenedSince(id, form.sentAt)))
                throw new Refusal(sentElsewhere) // by another process, which may not have marked the draft yet
            }
          }
        }
        // The draft is marked before the next turn looks at it. The order is there, whatever becomes of the draft.
        return turns.run(person.id, async () => {
          const done = await (repeated?.(repeatKey) ?? open())
          await drafts
            .sent(person.id, Date.parse(done.events[0]!.at))
            .catch((error) => log.error({ err: error }, 'could not delete a sent draft'))
          return done
        })
      })
    },

    amendAnswers({ execute, recorded, ...asking }) {
      const admit = async ({ orderId }: Record<string, unknown>) =>
        typeof orderId === 'string' && (await recorded(orderCommands.amendAnswers, orderId)) !== undefined
      const options = { ...taken, admit, form: contract.amendAnswers.form }
      return receiveUpload(context, asking, options, async (received, form) => {
        const { state: order } = await handler.load(orders, form.orderId)
        const given = answersIn(form, received, order.questions)
        const answers = Object.entries(given).map(([id, answer]) => ({ id: Number(id), answer }))
        const input = { orderId: form.orderId, answers }
        return execute(orderCommands.amendAnswers, form.orderId, input, {
          repeatKey: [form.orderId, sameForm(form, received)],
        })
      })
    },
  } satisfies Partial<Routes>
}

/** What is found first of these orders. Of one that cannot be read nothing is. */
async function firstOf<T>(ids: readonly string[], find: (id: string) => Promise<T | undefined>) {
  const found = await Promise.all(ids.map((id) => find(id).catch(insteadOf(isUnusable, undefined))))
  return found.find((each) => each !== undefined)
}

/** The id of the question that the nth file answers: it is sent before the file. */
function questionOf(nth: number, { questionIds }: Record<string, unknown>): string | undefined {
  return questionIdText.safeParse([questionIds].flat()[nth]).data
}

type AnswersForm = Omit<FormOf<typeof contract.amendAnswers>, 'orderId'>

/** The fields and files that a repetition of the request has in common with it. */
const sameForm = ({ answers, questionIds }: AnswersForm, received: StoredFile[]) => [
  answers,
  questionIds,
  sameFiles(received),
]

/**
 * The answers by question: those of the JSON text, and each file under the question it was sent for. A file is what
 * arrived with this request, never a name from its body: that could be another client's. Of several for one question the
 * first is kept.
 */
function answersIn(form: AnswersForm, received: StoredFile[], questions: readonly Question[]): Answers {
  const answers: Answers = {}
  const isFile = (id: number) => questions.find((question) => question.id === id)?.answerType === 'File'
  for (const { id, answer } of form.answers) if (!answer || !isFile(id)) answers[id] = answer ?? null
  if (form.questionIds.length !== received.length) throw new Invalid({ questionIds: notEachFile })
  received.forEach(({ originalName, filename, size, sha256 }, at) => {
    const id = form.questionIds[at]!
    if (form.questionIds.indexOf(id) === at) answers[id] = { originalName, filename, size, sha256 }
  })
  return answers
}

const toWire = ({ answers, sentAt }: AnswersDraft, now: number): SavedDraft => ({
  data: Object.values(answers),
  sentAt,
  now,
})

/**
 * More often than processes can get in each other's way; a store that does not keep what it takes must not be asked for ever.
 */
const maxAttempts = 100

/** How long a draft may be, as JSON, in characters: no longer than a form may be. */
const maxDraftLength = 1024 * 1024

/** The unsent answers of clients, by client id. They are no events: nothing remembers what a draft said before. */
export function createAnswersDrafts(documents: DocumentStore) {
  const collection = documents.collection<AnswersDraft & Document>(draftsCollection)

  /**
   * Writes, reads what is stored then, and writes again until nothing would change. Where another process was faster
   * the store has the other's, and this one's is merged into it.
   */
  async function change(id: string, update: (draft: AnswersDraft) => AnswersDraft): Promise<AnswersDraft> {
    for (let tries = 0; tries < maxAttempts; tries++) {
      const found = await collection.get(id)
      const draft = found ?? emptyDraft
      const next = update(draft)
      if (next === draft) return draft
      if (JSON.stringify(next.answers).length > maxDraftLength) throw new TooLarge('This draft is too large')
      const put = { id, revision: (found?.revision ?? 0) + 1, answers: next.answers, sentAt: next.sentAt }
      await documents.write([{ collection: draftsCollection, put }])
    }
    throw new Error('A draft couldn’t be stored unchanged')
  }

  return {
    of: async (clientId: string): Promise<AnswersDraft> => (await collection.get(clientId)) ?? emptyDraft,
    /** Answers the draft as it is stored, and the entries that gave way to those written, also to another process’s meanwhile. */
    async write(clientId: string, written: readonly DraftEntry[]) {
      const replaced = new Map<string, DraftEntry>()
      const draft = await change(clientId, (draft) => {
        const next = withEntries(draft, written)
        for (const { id } of written) {
          const before = draft.answers[id]
          if (before && before !== next.answers[id]) replaced.set(`${id} ${before.at}`, before)
        }
        return next
      })
      return { draft, replaced: [...replaced.values()] }
    },
    /** Forgets what was written until the answers were sent. */
    sent: (clientId: string, at: number) => change(clientId, (draft) => withoutSent(draft, at)),
  }
}
