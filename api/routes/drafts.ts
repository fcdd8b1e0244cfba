import { type Draft, emptyDraft, type SavedDraft, withEntries, withoutSent } from '#domain/template/draft.ts'
import { packageId, templates } from '#domain/template/template.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import type { AppContext } from '../app-context.ts'
import type { Routes } from '../http/router.ts'

export type Drafts = ReturnType<typeof createDrafts>

/**
 * More often than processes can get in each other's way; a store that does not keep what it takes must not be asked for
 * ever.
 */
const maxAttempts = 100

/** What clients have written and not sent, by client id. No events: nothing remembers what a draft said before. */
export function createDrafts(documents: DocumentStore) {
  const collection = documents.collection<Draft & Document>('drafts')

  /**
   * Writes, looks what is kept then, and writes again until nothing of it would change: where another process was
   * faster the store keeps the other's, and this one's is written onto it.
   */
  async function change(id: string, by: (draft: Draft) => Draft): Promise<Draft> {
    for (let tries = 0; tries < maxAttempts; tries++) {
      const found = await collection.get(id)
      const draft = found ?? emptyDraft
      const next = by(draft)
      if (next === draft) return draft
      const put = { id, revision: (found?.revision ?? 0) + 1, answers: next.answers, sentAt: next.sentAt }
      await documents.write([{ collection: 'drafts', put }])
    }
    throw new Error('A draft does not stay as it is written')
  }

  return {
    of: async (clientId: string): Promise<Draft> => (await collection.get(clientId)) ?? emptyDraft,
    write: (clientId: string, written: Parameters<typeof withEntries>[1]) =>
      change(clientId, (draft) => withEntries(draft, written)),
    /** Forgets what was written until the answers were sent. */
    sent: (clientId: string, at: number) => change(clientId, (draft) => withoutSent(draft, at)),
  }
}

/** The questionnaire's answers while they are being written, so that another device can go on with them. */
export const draftRoutes = ({ handler, drafts }: AppContext) =>
  ({
    getDraft: async ({ person }) => toWire(await drafts.of(person.id)),

    async saveDraft({ person, body }) {
      const { state: template } = await handler.load(templates, packageId)
      const answerable = template.questions.filter(({ answerType }) => answerType !== 'File').map(({ id }) => id)
      const now = Date.now()
      const written = body.answers
        .filter(({ id }) => answerable.includes(id))
        .map(({ id, answer, age }) => ({ id, answer, at: Math.max(1, Math.round(now - age)) }))
      const before = await drafts.of(person.id)
      const after = await drafts.write(person.id, written)
      const replaced = body.answers.flatMap(({ id, seen }) => {
        const [was, is] = [before.answers[id], after.answers[id]]
        return was && was.at !== seen && was.at !== is?.at ? [was] : []
      })
      return { message: 'Draft kept', ...toWire(after), replaced }
    },
  }) satisfies Partial<Routes>

const toWire = ({ answers, sentAt }: Draft): SavedDraft => ({
  data: Object.values(answers),
  sentAt,
  now: Date.now(),
})
