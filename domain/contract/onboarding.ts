import { z } from 'zod'
import { amendAnswers } from '#domain/order/amend-answers.ts'
import { orderId } from '#domain/order/input.ts'
import { openOrder } from '#domain/order/open-order.ts'
import { type DraftEntry, draftAnswer, draftEntry } from '#domain/questionnaire/answers.ts'
import { answer } from '#domain/questionnaire/question.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { jsonText } from './json.ts'
import { ofCommand, orderChanged } from './orders.ts'

const onlyClients = { roles: ['client'], forbidden: 'Only clients can start a project' } as const

const unreadable = 'The answers are invalid'
/** The error message when files and their questions do not go together. */
export const notEachFile = 'Every file needs a question id'

/** A question's id as a form has it. */
export const questionIdText = z.string(notEachFile).regex(/^\d{1,10}$/, notEachFile)
const questionId = questionIdText.transform(Number)

/** The fields of a form with answers; the nth file answers the question of the nth id. */
const answersForm = {
  answers: jsonText(unreadable).pipe(
    z.array(z.looseObject({ id: z.int(), answer: answer.optional() }), unreadable).max(500),
  ),
  // A field of a form that occurs once arrives as text, more often as a list.
  questionIds: z
    .union([questionId.transform((id) => [id]), z.array(questionId)], notEachFile)
    .optional()
    .transform((ids = []) => ids),
}

/** The error message for answers that were sent from another device in the meantime. */
export const sentElsewhere = 'You already sent these answers from another device. Your project has started.'

/** A draft as it is saved. `now` is the server's clock, in milliseconds since 1970, to tell the age of an answer by. */
const savedDraft = z.object({ data: z.array(draftEntry), sentAt: z.number(), now: z.number() })
/** `replaced` are answers that gave way to those just saved, by a device that did not know of them. */
export type SavedDraft = z.infer<typeof savedDraft> & { replaced?: DraftEntry[] }

/**
 * `age` is how long ago the answer was written, in milliseconds: clocks differ, spans do not. `seen` is the writing (its
 * `at`) that the device knew when it wrote, so that the answer can say what it replaced.
 */
const draftToSave = z.object({
  answers: z
    .array(z.object({ id: z.int(), answer: draftAnswer, age: z.number().min(0), seen: z.number().optional() }))
    .max(500),
})
export type DraftToSave = z.infer<typeof draftToSave>

/** The questionnaire, its drafts, and the order that its answers open. */
export const onboardingCalls = {
  getQuestions: {
    endpoint: 'GET /api/get-questions',
    summary: 'The questionnaire',
    roles: clientsAndAdmins,
    answer: z.object({ data: z.tuple([z.object({ questions: z.string() })]) }),
  },
  checkSubmission: {
    endpoint: 'GET /api/check-submission',
    summary: 'Whether the user has started a project',
    roles: clientsAndAdmins,
    viewable: true,
    answer: z.object({ isSumbmitted: z.boolean() }),
  },
  submitAnswer: {
    endpoint: 'POST /api/submit-answer',
    scope: openOrder.scope,
    summary: 'Start a project with the answers to the questionnaire',
    ...onlyClients,
    limit: 'upload',
    /**
     * `sentAt`: when answers were last sent as far as the sender knows, as a draft says it. Where they were sent since,
     * nothing is opened. Not looked at when left out.
     */
    form: z.object({ ...answersForm, sentAt: z.coerce.number().min(0).optional() }),
    status: 201,
    answer: orderChanged.extend({ orderId: z.string() }),
    problems: [409],
  },
  amendAnswers: {
    endpoint: 'PUT /api/amend-answers',
    ...ofCommand(amendAnswers),
    form: z.object({ orderId, ...answersForm }),
  },
  getDraft: {
    endpoint: 'GET /api/get-draft',
    summary: 'Get the draft answers',
    ...onlyClients,
    answer: savedDraft,
  },
  saveDraft: {
    endpoint: 'PUT /api/save-draft',
    summary: 'Save the draft answers',
    unkeyed: true,
    ...onlyClients,
    body: draftToSave,
    answer: savedDraft.extend({ message: z.string(), replaced: z.array(draftEntry) }),
    problems: [413],
  },
} as const satisfies Record<string, Call>
