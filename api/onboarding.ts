import { createHash } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { Invalid } from '#domain/action.ts'
import { OrderExists, openOrder } from '#domain/order/open-order.ts'
import { orders } from '#domain/order/order.ts'
import { answered } from '#domain/template/answers.ts'
import { type Answers, answer, answerFileExtensions, type Question } from '#domain/template/question.ts'
import { packageId, templates } from '#domain/template/template.ts'
import { countOrdersOf } from '#projections/orders.ts'
import { type Call, callsOn, people } from './call.ts'
import type { Parts } from './parts.ts'
import { requestOf } from './request.ts'
import { type ReceivedFile, withFiles } from './uploads.ts'

/** What comes with answers: the largest file, in bytes, and how many a request may carry. */
const answerFiles = { field: 'files', extensions: answerFileExtensions, fileSize: 25 * 1024 * 1024, files: 20 }

const submission = {
  says: 'Open a project with the answers to the questionnaire',
  may: ['client'],
  otherwise: 'Only a client opens a project',
  limit: 'upload',
  form: z.object({ answers: z.string(), questionIds: z.array(z.string()).optional() }),
} as const satisfies Call

/** Among how many of a client's latest orders a repeated submission finds the one it has opened. */
const lookBack = 10

const given = z
  .array(z.looseObject({ id: z.int(), answer: answer.optional() }), 'The answers could not be read')
  .max(500)

/** The id of a client's nth order: unique by construction, and not to be guessed by others. */
export const orderIdOf = (clientId: string, number: number): string =>
  createHash('sha256').update(`order:${clientId}:${number}`).digest('base64url').slice(0, 16)

/** The questionnaire, and the order that its answers open. */
export function onboardingRoutes({ handler, sessions, projections, files }: Parts): Router {
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
    withFiles(files, request, response, answerFiles, async (received) => {
      const { state: template } = await handler.folded(templates, packageId)
      const questions = answered(template.questions, answersIn(request.body, received, template.questions))
      const body = [request.body.answers, received.map(({ questionId, originalName }) => [questionId, originalName])]
      const asked = requestOf(request, by, body)
      // The list may lag behind: where it does, the number is taken, and the next one is tried. It begins a few orders
      // back: when this request is a repetition, the order that it opened answers by itself.
      const opened = await countOrdersOf(projections.orders, by.id)
      for (let number = Math.max(1, opened + 1 - lookBack); ; number++) {
        const id = orderIdOf(by.id, number)
        try {
          const input = { orderId: id, number, questions, steps: template.steps }
          const done = await handler.handle(openOrder, id, input, asked)
          response.status(201)
          const used = done.events.flatMap(({ data }) => ('questions' in data ? filesIn(data.questions) : []))
          return { answer: { ...done, orderId: id }, used }
        } catch (error) {
          if (!(error instanceof OrderExists)) throw error
        }
      }
    }),
  )

  return router
}

const filesIn = (questions: readonly Question[]): string[] =>
  questions.flatMap(({ answer }) =>
    answer && typeof answer === 'object' && 'filename' in answer ? answer.filename : [],
  )

/** The answers by question: those of the JSON text, and each file under the question it was sent for. */
function answersIn(body: { answers?: unknown }, files: ReceivedFile[], questions: readonly Question[]): Answers {
  const answers: Answers = {}
  for (const { id, answer } of given.parse(json(body.answers))) {
    // A file is what arrived with this request, never a name somebody sends: that could be another client's.
    const isFile = questions.find((question) => question.id === id)?.answerType === 'File'
    answers[id] = isFile ? null : (answer ?? null)
  }
  for (const { questionId, originalName, filename } of files) answers[questionId] = { originalName, filename }
  return answers
}

function json(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw new Invalid({ answers: 'The answers could not be read' })
  }
}
