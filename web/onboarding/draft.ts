import { z } from 'zod'
import { type Answers, answer } from '#domain/template/question.ts'

/** What was answered so far. Of files only the names can be kept. */
export type Draft = { answers: Answers; files: Record<number, string> }

const draft = z.object({ answers: z.record(z.string(), answer), files: z.record(z.string(), z.string()) })

const keyOf = (userId: string) => `onboarding-draft:${userId}`
const empty: Draft = { answers: {}, files: {} }

/** A person's unfinished answers, as this browser kept them. */
export function loadDraft(userId: string): Draft {
  try {
    const kept = draft.safeParse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'))
    return kept.success ? kept.data : empty
  } catch {
    return empty // a browser may keep nothing, or something broken
  }
}

export function saveDraft(userId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // the draft lives as long as the page, then
  }
}

export function dropDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId))
  } catch {
    // nothing was kept
  }
}
