import type { DraftToSave, SavedDraft } from '#domain/contract/onboarding.ts'
import { type DraftAnswer, draftAnswer } from '#domain/questionnaire/answers.ts'
import type { Answers } from '#domain/questionnaire/question.ts'

/** A draft as one device has it. Times are the device's own clock unless said otherwise: milliseconds since 1970. */
export type DeviceDraft = {
  answers: Answers
  /** The names of chosen files by question; the files themselves are not kept. */
  files: Record<number, string>
  /** The answers that the server has not taken yet, and when they were written. */
  unsent: Record<number, number>
  /** The writing of each answer that this device has seen of the server: by the server's clock. */
  seen: Record<number, number>
  /** Answers that gave way to another device's, by question, until they are used or discarded. */
  lost: Readonly<Record<number, DraftAnswer>>
  /** When answers were last sent, by the server's clock; 0 for never. */
  sentAt: number
}

export const emptyDraft: DeviceDraft = { answers: {}, files: {}, unsent: {}, seen: {}, lost: {}, sentAt: 0 }

/** Writes an answer. */
export const withAnswer = (draft: DeviceDraft, id: number, answer: DraftAnswer, now: number): DeviceDraft => ({
  ...draft,
  answers: { ...draft.answers, [id]: answer },
  unsent: { ...draft.unsent, [id]: now },
})

/** The answers to save. */
export const toSend = ({ answers, unsent, seen }: DeviceDraft, now: number): DraftToSave['answers'] =>
  Object.entries(unsent).flatMap(([id, at]) => {
    const { data } = draftAnswer.safeParse(answers[Number(id)] ?? null)
    return data === undefined
      ? []
      : [{ id: Number(id), answer: data, age: Math.max(0, now - at), seen: seen[Number(id)] ?? 0 }]
  })

/** The draft after saving: what was not changed again since is not unsent any more. */
export function afterSaving(
  draft: DeviceDraft,
  sent: DraftToSave['answers'],
  before: DeviceDraft,
  saved: SavedDraft,
): DeviceDraft {
  const [unsent, seen] = [{ ...draft.unsent }, { ...draft.seen }]
  for (const { id, answer } of sent) {
    const there = saved.data.find((each) => each.id === id)
    if (!there || !same(there.answer, answer)) continue
    seen[id] = there.at
    if (unsent[id] === before.unsent[id]) delete unsent[id]
  }
  return { ...draft, unsent, seen }
}

/**
 * This device's draft with what the server keeps: of two answers to a question the one written later stays. `lost` gets
 * the answers that were replaced and might be missed: they were written here (`isOurs`), or replace ours.
 */
export function merged(
  draft: DeviceDraft,
  saved: SavedDraft,
  now: number,
  isOurs: (id: number) => boolean = () => false,
): DeviceDraft {
  const next = withoutSent(draft, saved, now)
  const { answers, unsent, seen } = next
  const lost = { ...next.lost }
  for (const { id, answer, at } of saved.data) {
    // An answer that was overtaken says nothing new.
    if (at <= (seen[id] ?? 0)) continue
    seen[id] = at
    const own = (answers[id] ?? null) as DraftAnswer
    const writtenAt = unsent[id]
    if (same(own, answer)) delete unsent[id]
    else if (writtenAt !== undefined && now - writtenAt <= saved.now - at) {
      if (isMissed(answer, own)) lost[id] = answer
    } else {
      if ((isOurs(id) || writtenAt !== undefined) && isMissed(own, answer)) lost[id] = own
      answers[id] = answer
      delete unsent[id]
    }
  }
  for (const { id, answer } of saved.replaced ?? []) {
    if (isMissed(answer, (answers[id] ?? null) as DraftAnswer)) lost[id] = answer
  }
  // What the server does not have, it never got or has lost: only a sending takes answers away.
  const there = new Set(saved.data.map(({ id }) => id))
  for (const [id, answer] of Object.entries(answers)) {
    if (!isBlank(answer as DraftAnswer) && !there.has(Number(id))) unsent[Number(id)] ??= now
  }
  const missed = Object.entries(lost).filter(([id, one]) => isMissed(one, (answers[Number(id)] ?? null) as DraftAnswer))
  return { ...next, lost: Object.fromEntries(missed) }
}

/** A copy without what was sent since, from here or from elsewhere. */
function withoutSent(draft: DeviceDraft, { sentAt, now: serverNow }: SavedDraft, now: number): DeviceDraft {
  const copy = { ...draft, answers: { ...draft.answers }, unsent: { ...draft.unsent }, seen: { ...draft.seen } }
  if (sentAt <= draft.sentAt) return copy
  const isLater = (id: string) => now - (draft.unsent[Number(id)] ?? 0) < serverNow - sentAt
  const later = <T>(all: Record<number, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => isLater(id)))
  return { answers: later(copy.answers), unsent: later(copy.unsent), seen: {}, files: {}, lost: {}, sentAt }
}

const isBlank = (answer: DraftAnswer) => answer === null || answer.length === 0

/** Whether an answer would be missed: not when the other one begins with it. */
function isMissed(answer: DraftAnswer, other: DraftAnswer): boolean {
  if (isBlank(answer)) return false
  return !(typeof answer === 'string' && typeof other === 'string' && other.startsWith(answer.trim()))
}

const same = (one: DraftAnswer, other: DraftAnswer): boolean =>
  (isBlank(one) && isBlank(other)) || JSON.stringify(one) === JSON.stringify(other)
