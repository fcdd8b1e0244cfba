import { TooLarge } from '#api/http/problems.ts'
import {
  type AnswersDraft,
  type DraftEntry,
  emptyDraft,
  maxDraftLength,
  withEntries,
  withoutSent,
} from '#domain/questionnaire/answers-draft.ts'
import type { Document, DocumentStore } from '#infra/documents/store.ts'
import { draftsCollection } from '#projections/primary-documents.ts'

/**
 * More often than processes can get in each other's way; a store that does not keep what it takes must not be asked for ever.
 */
const maxAttempts = 100

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
