import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import type { AnswersDraft, SavedDraft } from '#domain/questionnaire/answers-draft.ts'
import { packageId, templates } from '#domain/questionnaire/template.ts'

/** The questionnaire's answers while they are being written, so that another device can go on with them. */
export const draftRoutes = ({ handler, drafts, now }: AppContext) =>
  ({
    getDraft: async ({ person }) => toWire(await drafts.of(person.id), now()),

    async saveDraft({ person, body }) {
      const { state: template } = await handler.load(templates, packageId)
      const answerable = template.questions.filter(({ answerType }) => answerType !== 'File').map(({ id }) => id)
      const savedAt = now()
      const written = body.answers
        .filter(({ id }) => answerable.includes(id))
        .map(({ id, answer, age }) => ({ id, answer, at: Math.max(1, Math.round(savedAt - age)) }))
      const before = await drafts.of(person.id)
      const after = await drafts.write(person.id, written)
      const replaced = body.answers.flatMap(({ id, seen }) => {
        const [was, is] = [before.answers[id], after.answers[id]]
        return was && was.at !== seen && was.at !== is?.at ? [was] : []
      })
      return { message: 'Draft saved', ...toWire(after, now()), replaced }
    },
  }) satisfies Partial<Routes>

const toWire = ({ answers, sentAt }: AnswersDraft, now: number): SavedDraft => ({
  data: Object.values(answers),
  sentAt,
  now,
})
