import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localStore } from '#web/kit/storage.ts'
import { liveDraft } from './live-draft.ts'

/** A server that needs a second to save, and leaves out the answer to a question that was removed. */
const removed = 2
let sent: { id: number; answer: string }[][] = []
const inNode = globalThis.fetch
beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  localStore.set('account', 'asha')
  Object.assign(globalThis, { document: new EventTarget(), addEventListener() {}, removeEventListener() {} })
  globalThis.fetch = async (_path, init) => {
    const { answers } = JSON.parse(String(init?.body))
    sent.push(answers)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const now = Date.now()
    const data = answers
      .filter(({ id }: { id: number }) => id !== removed)
      .map((each: object) => ({ ...each, at: now }))
    return Response.json({ message: 'Draft saved', data, sentAt: 0, now, replaced: [] })
  }
})
afterEach(() => {
  localStore.remove('account')
  globalThis.fetch = inNode
  for (const name of ['document', 'addEventListener', 'removeEventListener']) Reflect.deleteProperty(globalThis, name)
  vi.useRealTimers()
})

const written = () => sent.map((answers) => answers.map(({ answer }) => answer))

it('sends what was written while it was saving, and what the server leaves out once', async () => {
  const live = liveDraft('asha', { data: [], sentAt: 0, now: Date.now() })
  live.open()
  live.answer(1, 'Sourdough')
  live.answer(removed, 'Sixty')
  await vi.advanceTimersByTimeAsync(800)
  expect(written()).toEqual([['Sourdough', 'Sixty']])
  live.answer(1, 'Sourdough and cakes')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written().slice(1)).toEqual([['Sourdough and cakes', 'Sixty']])
  live.drop()
})

it('neither sends nor takes anything once another person has logged in', async () => {
  const live = liveDraft('asha', { data: [], sentAt: 0, now: Date.now() })
  const close = live.open()
  localStore.set('account', 'bilal')
  const theirs = Response.json({ data: [{ id: 3, answer: 'Bilal’s', at: Date.now() }], sentAt: 0, now: Date.now() })
  globalThis.fetch = async (_path, init) => {
    if (init?.method !== 'GET') sent.push(JSON.parse(String(init?.body)).answers)
    return theirs.clone()
  }
  live.answer(1, 'Sourdough')
  await vi.advanceTimersByTimeAsync(60_000)
  await live.look()
  close()
  expect(written()).toEqual([])
  expect(live.now()).toMatchObject({ draft: { answers: { 1: 'Sourdough' } }, savedAt: 'here: logged out' })
  expect(live.now().draft.answers).not.toHaveProperty('3')
  live.drop()
})
