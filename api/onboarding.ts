import { createHash } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { Invalid } from '#domain/action.ts'
import { jsonText } from '#domain/json.ts'
import { amendAnswers } from '#domain/order/amend-answers.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { OrderExists, openOrder } from '#domain/order/open-order.ts'
import { orderId, orders } from '#domain/order/order.ts'
import { answered } from '#domain/template/answers.ts'
import { type Answer, type Answers, answer, answerFileExtensions, type Question } from '#domain/template/question.ts'
import { packageId, templates } from '#domain/template/template.ts'
import { countOrdersOf } from '#projections/orders.ts'
import { type Call, callsOn, people } from './call.ts'
import type { Parts } from './parts.ts'
import { withFiles } from './receive.ts'
import { requestOf } from './request.ts'

const unreadable = 'The answers could not be read'
const notEachFile = 'Each file needs the id of its question'

const questionId = z
  .string(notEachFile)
  .regex(/^\d{1,9}$/, notEachFile)
  .transform(Number)

/** The fields of a form with answers. A form field that occurs once arrives as text, more often as a list. */
const answersForm = {
  answers: jsonText(unreadable).pipe(
    z.array(z.looseObject({ id: z.int(), answer: answer.optional() }), unreadable).max(500),
  ),
  questionIds: z
    .union([questionId.transform((id) => [id]), z.array(questionId)], notEachFile)
    .optional()
    .transform((ids = []) => ids),
}
type AnswersForm = { answers: { id: number; answer?: Answer }[]; questionIds: number[] }

const submission = {
  says: 'Open a project with the answers to the questionnaire',
  may: ['client'],
  otherwise: 'Only a client opens a project',
  limit: 'upload',
  form: z.object(answersForm),
  changes: true,
} as const satisfies Call

/** Among how many of a client's latest orders a repeated submission finds the one it has opened. */
const lookBack = 10

const amendment = {
  says: 'Change some of the answers an order was opened with',
  may: amendAnswers.may,
  limit: 'upload',
  form: z.object({ orderId, ...answersForm }),
  changes: true,
} as const satisfies Call

/** The id of a client's nth order: unique by construction, and not to be guessed by others. */
export const orderIdOf = (clientId: string, number: number): string =>
  createHash('sha256').update(`order:${clientId}:${number}`).digest('base64url').slice(0, 16)

/** The questionnaire, and the order that its answers open. */
export function onboardingRoutes({ handler, sessions, projections, files, drafts, settings, log }: Parts): Router {
  const { answerFileSize: fileSize, filesAtOnce } = settings.files
  const taken = { field: 'files', extensions: answerFileExtensions, fileSize, files: filesAtOnce }
  const router = Router()
  const on = callsOn(router, sessions)

  on.get('/api/get-questions', { may: people }, async () => {
    const { state } = await handler.folded(templates, packageId)
    return { data: [{ questions: JSON.stringify(state.questions) }] }
  })

  on.get('/api/check-submission', { may: people }, async ({ person }) => {
    const { revision } = await handler.folded(orders, orderIdOf(person.id, 1))
    return { isSumbmitted: revision >= 0 }
  })

  on.post('/api/submit-answer', submission, async ({ person: by }, request, response) =>
    withFiles(files, request, response, { ...taken, form: submission.form }, async (received, form) => {
      const { state: template } = await handler.folded(templates, packageId)
      const given = answersIn(form, received, template.questions)
      const questions = answered(template.questions, given)
      const asked = requestOf(request, by, bodyOf(form, received))
      // The list may lag behind: where it does, the number is taken, and the next one is tried. It begins a few orders
      // back: when this request is a repetition, the order that it opened answers by itself.
      const opened = await countOrdersOf(projections.orders, by.id)
      for (let number = Math.max(1, opened + 1 - lookBack); ; number++) {
        const id = orderIdOf(by.id, number)
        try {
          const input = { orderId: id, number, questions, steps: template.steps }
          const done = await handler.handle(openOrder, id, input, asked)
          // The order is there, whatever becomes of the draft.
          await drafts
            .sent(by.id, Date.parse(done.events[0]!.at))
            .catch((error) => log.error({ err: error }, 'a sent draft could not be forgotten'))
          response.status(201)
          return { ...done, orderId: id }
        } catch (error) {
          if (!(error instanceof OrderExists)) throw error
        }
      }
    }),
  )

  on.put('/api/amend-answers', amendment, async ({ person: by }, request, response) =>
    withFiles(files, request, response, { ...taken, form: amendment.form }, async (received, form) => {
      const id = form.orderId
      const { state: order } = await handler.folded(orders, id)
      const given = answersIn(form, received, order.questions)
      const answers = Object.entries(given).map(([id, answer]) => ({ id: Number(id), answer }))
      const asked = requestOf(request, by, [id, ...bodyOf(form, received)])
      return handler.handle(amendAnswers, id, { orderId: id, answers }, asked)
    }),
  )

  return router
}

/** What a repetition of the request has in common with it: not the names its files are kept under. */
const bodyOf = ({ answers, questionIds }: AnswersForm, received: StoredFile[]) => [
  answers,
  questionIds,
  received.map(({ originalName, size }) => [originalName, size]),
]

/**
 * The answers by question: those of the JSON text, and each file under the question it was sent for. A file is what
 * arrived with this request, never a name somebody sends: that could be another client's.
 */
function answersIn(form: AnswersForm, received: StoredFile[], questions: readonly Question[]): Answers {
  const answers: Answers = {}
  const isFile = (id: number) => questions.find((question) => question.id === id)?.answerType === 'File'
  for (const { id, answer } of form.answers) if (!answer || !isFile(id)) answers[id] = answer ?? null
  if (form.questionIds.length !== received.length) throw new Invalid({ questionIds: notEachFile })
  received.forEach(({ originalName, filename }, at) => {
    answers[form.questionIds[at]!] = { originalName, filename }
  })
  return answers
}
