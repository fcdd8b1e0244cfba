import { describe, expect, it } from 'vitest'
import type { SavedDraft } from '#domain/contract/onboarding.ts'
import type { DraftEntry } from '#domain/questionnaire/answers.ts'
import { afterSaving, emptyDraft, merged, toSend, withAnswer } from './device-draft.ts'

// The server's clock runs an hour ahead of the device's: only spans count.
const now = 10_000_000
const serverNow = now + 3_600_000
const saved = (data: DraftEntry[], sentAt = 0): SavedDraft => ({ data, sentAt, now: serverNow })
const ago = (id: number, answer: string, ms: number): DraftEntry => ({ id, answer, at: serverNow - ms })
const wrote = (id: number, answer: string, ms: number, from = emptyDraft) => withAnswer(from, id, answer, now - ms)

describe('a draft and what the server keeps', () => {
  it('has what another device wrote', () => {
    const draft = merged(emptyDraft, saved([ago(1, 'Bread', 500)]), now)
    expect([draft.answers, draft.unsent, draft.lost]).toEqual([{ 1: 'Bread' }, {}, {}])
  })

  it('keeps what was typed here since, and shows what it took the place of', () => {
    const draft = merged(wrote(1, 'Cake', 100), saved([ago(1, 'Bread', 500)]), now)
    expect([draft.answers, draft.lost]).toEqual([{ 1: 'Cake' }, { 1: 'Bread' }])
    expect(toSend(draft, now)).toEqual([{ id: 1, answer: 'Cake', age: 100, seen: serverNow - 500 }])
  })

  it('takes what was typed elsewhere since, and shows what gave way', () => {
    const draft = merged(wrote(1, 'Cake', 500), saved([ago(1, 'Bread', 100)]), now)
    expect([draft.answers, draft.unsent, draft.lost]).toEqual([{ 1: 'Bread' }, {}, { 1: 'Cake' }])
  })

  it('shows nothing when the later words go on from the earlier ones', () =>
    expect(merged(wrote(1, 'Bread and', 500), saved([ago(1, 'Bread and cake', 100)]), now).lost).toEqual({}))

  it('shows what gave way that was written in this visit, though the server has had it', () => {
    const sent = toSend(wrote(1, 'Cake', 500), now)
    const before = wrote(1, 'Cake', 500)
    const draft = afterSaving(before, sent, before, saved([ago(1, 'Cake', 500)]))
    expect(draft.unsent).toEqual({})
    const later = saved([ago(1, 'Bread', 100)])
    expect(merged(draft, later, now, () => true).lost).toEqual({ 1: 'Cake' })
    expect(merged(draft, later, now).lost).toEqual({}) // last week's words, seen by no one today
  })

  it('shows what it took the place of without having known it', () => {
    const draft = wrote(1, 'Cake', 0)
    const answer = { ...saved([ago(1, 'Cake', 0)]), replaced: [ago(1, 'Bread', 500)] }
    expect(merged(draft, answer, now).lost).toEqual({ 1: 'Bread' })
  })

  it('shows no longer what gave way once the answer has it', () => {
    const draft = { ...wrote(1, 'Cake', 100), lost: { 1: 'Bread' } }
    expect(merged(draft, saved([]), now).lost).toEqual({ 1: 'Bread' })
    expect(merged({ ...wrote(1, 'Bread and cake', 100), lost: { 1: 'Bread' } }, saved([]), now).lost).toEqual({})
  })

  it('goes on being unsent where someone typed on while it was under way', () => {
    const before = wrote(1, 'Bre', 500)
    const draft = afterSaving(wrote(1, 'Bread', 10), toSend(before, now), before, saved([ago(1, 'Bre', 500)]))
    expect(toSend(draft, now)).toEqual([{ id: 1, answer: 'Bread', age: 10, seen: serverNow - 500 }])
    expect(merged(draft, saved([ago(1, 'Bre', 500)]), now).lost).toEqual({})
  })

  it('lets an answer of the server that was overtaken change nothing', () => {
    const draft = { ...emptyDraft, answers: { 1: 'Bread and cake' }, seen: { 1: serverNow - 100 } }
    expect(merged(draft, saved([ago(1, 'Bread', 500)]), now).answers).toEqual({ 1: 'Bread and cake' })
  })

  it('sends again what the server does not have', () =>
    expect(toSend(merged({ ...emptyDraft, answers: { 1: 'Bread', 2: '' } }, saved([]), now), now)).toEqual([
      { id: 1, answer: 'Bread', age: 0, seen: 0 },
    ]))

  it('is empty once the answers are sent, but for what was typed since', () => {
    const draft = wrote(2, 'Neighbours', 50, wrote(1, 'Bread', 900))
    const after = merged({ ...draft, files: { 7: 'logo.png' }, lost: { 1: 'Cake' } }, saved([], serverNow - 400), now)
    expect([after.answers, after.files, after.lost, after.sentAt]).toEqual([
      { 2: 'Neighbours' },
      {},
      {},
      serverNow - 400,
    ])
  })
})
