import { z } from 'zod'
import { maxAnswerLength } from './answers.ts'

const maxChoiceLength = 1_000
const maxListLength = 200

/** An answer while it is being written: text, or chosen options. A file is no part of a draft. */
export const draftAnswer = z
  .union([z.string().max(maxAnswerLength), z.array(z.string().max(maxChoiceLength)).max(maxListLength)])
  .nullable()

export type DraftAnswer = z.infer<typeof draftAnswer>

/** How long a draft may be, as JSON, in characters: no longer than a form may be. */
export const maxDraftLength = 1024 * 1024

/** An answer, and when it was written: milliseconds since 1970 by the server's clock. */
export type DraftEntry = { id: number; answer: DraftAnswer; at: number }

/** A client's unfinished answers by question, and when the last ones were sent (0: never). */
export type AnswersDraft = { answers: Readonly<Record<number, DraftEntry>>; sentAt: number }

export const emptyDraft: AnswersDraft = { answers: {}, sentAt: 0 }

/**
 * The body of `save-draft`. `age` is how long ago the answer was written, in milliseconds: clocks differ, spans do not.
 * `seen` is the writing (its `at`) that the device knew when it wrote, so that the answer can say what it replaced.
 */
export const draftToSave = z.object({
  answers: z
    .array(z.object({ id: z.int(), answer: draftAnswer, age: z.number().min(0), seen: z.number().optional() }))
    .max(500),
})

export type DraftToSave = z.infer<typeof draftToSave>

/**
 * The answer of `get-draft` and `save-draft`. `now` is the server's clock, to tell the age of an answer by. `replaced` are
 * answers that gave way to those just saved, by a device that did not know of them.
 */
export type SavedDraft = { data: DraftEntry[]; sentAt: number; now: number; replaced?: DraftEntry[] }

/**
 * A draft with more written in it. Of two answers to one question the later one stays, in whatever order they arrive.
 * What was written before the answers were sent does not come back. The same draft when nothing changes.
 */
export function withEntries(draft: AnswersDraft, entries: readonly DraftEntry[]): AnswersDraft {
  const later = entries.filter(({ id, at }) => at > Math.max(draft.sentAt, draft.answers[id]?.at ?? 0))
  if (later.length === 0) return draft
  const answers = { ...draft.answers }
  for (const each of later) if (each.at > (answers[each.id]?.at ?? 0)) answers[each.id] = each
  return { ...draft, answers }
}

/** A draft after its answers were sent: what was written later is for the next project. */
export function withoutSent(draft: AnswersDraft, sentAt: number): AnswersDraft {
  if (sentAt <= draft.sentAt) return draft
  const later = Object.entries(draft.answers).filter(([, { at }]) => at > sentAt)
  return { answers: Object.fromEntries(later), sentAt }
}
