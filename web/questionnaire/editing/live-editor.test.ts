import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { NewStep } from '#domain/step.ts'
import { liveEditor } from './live-editor.ts'
import { stepsPart } from './parts.ts'

const stored = new Map<string, string>()
beforeAll(() => {
  globalThis.sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
})
afterEach(() => stored.clear())
afterAll(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'))

const steps = (...values: string[]): NewStep[] => values.map((value, at) => ({ id: at + 1, value }))
const editor = (revision: number, items: NewStep[]) =>
  liveEditor({ part: stepsPart, loaded: { revision, items }, nextId: 1, viewer: { id: 'meera', name: 'Meera' } })

it('bases unsaved steps on what is there by now, also after an older backup was restored', () => {
  editor(12, steps('Measure', 'Draw')).edit(steps('Measure', 'Sketch'))
  const { saved, now } = editor(10, steps('Weigh', 'Draw')).now()
  expect(saved).toEqual({ revision: 10, items: steps('Weigh', 'Draw') })
  expect(now.items).toEqual(steps('Weigh', 'Sketch'))
})

it('leaves what a later editor stores, when an earlier one that was left still shows something', () => {
  const left = editor(20, steps('Measure', 'Draw'))
  left.edit(steps('Measure', 'Sketch'))
  const later = editor(20, steps('Measure', 'Draw'))
  later.edit(steps('Measure', 'Sketch', 'Build'))
  left.dismissNews()
  left.undo()
  expect(editor(20, steps('Measure', 'Draw')).now().now.items).toEqual(steps('Measure', 'Sketch', 'Build'))
})

it('removes what it stored, once that is saved or undone, also where it was left meanwhile', () => {
  const left = editor(20, steps('Measure', 'Draw'))
  left.edit(steps('Measure', 'Sketch'))
  left.undo()
  expect(editor(20, steps('Measure', 'Draw')).now().changed).toBe(false)
})

describe('steps that were sent, and whose answer was lost', () => {
  const [first, changed, more] = [steps('Measure', 'Draw'), steps('Measure', 'Sketch'), steps('Measure', 'Sketch it')]

  /** A server that has the first steps at revision 20, and saves what it is sent, once by a key; `answers` is whether it says so. */
  function server() {
    const state = { items: first, revision: 20, answers: true }
    const keys = new Set<string | null>()
    const inBrowser = globalThis.fetch
    onTestFinished(() => {
      globalThis.fetch = inBrowser
    })
    globalThis.fetch = async (path, { method, headers, body } = {}) => {
      const texts = { questions: '[]', nextQuestionId: 1, progress: JSON.stringify(state.items) }
      if (method === 'GET') {
        const version = { ...texts, revision: state.revision, by: 'Devika', at: '2026-11-22T10:00:00Z' }
        return Response.json({ data: [String(path).includes('versions') ? version : { ...texts, ...version }] })
      }
      const sent = new Headers(headers)
      if (!keys.has(sent.get('Idempotency-Key'))) {
        if (sent.get('If-Match') !== `"${state.revision}"`) return Response.json({ message: 'Stale' }, { status: 412 })
        keys.add(sent.get('Idempotency-Key'))
        state.items = JSON.parse(JSON.parse(String(body)).progress)
        state.revision += 1
      }
      if (!state.answers) throw new TypeError('Failed to fetch')
      return Response.json({ message: 'Done', revision: state.revision, position: '1', events: [] })
    }
    return state
  }
  const keyFor = (what: unknown) => JSON.stringify(what)

  it('are one’s own where they are found later, also after another try', async () => {
    const state = server()
    const own = editor(20, first)
    state.answers = false
    own.edit(changed)
    await expect(own.send(keyFor)).rejects.toThrow()
    own.edit(more)
    state.answers = true
    expect(await own.send(keyFor)).toBe('sent')
    expect([state.items, own.now().now]).toEqual([more, { items: more, conflicts: [] }])
  })

  it('are stored once, however often they are sent', async () => {
    const state = server()
    state.answers = false
    const own = editor(20, first)
    own.edit(changed)
    for (let tries = 1; tries <= 3; tries++) await expect(own.send(keyFor)).rejects.toThrow()
    expect([...stored.values()].map((text) => JSON.parse(text).sent)).toEqual([[changed]])
  })

  it('are one’s own on the page to which one comes back', async () => {
    const state = server()
    const left = editor(20, first)
    state.answers = false
    left.edit(changed)
    await expect(left.send(keyFor)).rejects.toThrow()
    state.answers = true
    const again = editor(20, first)
    again.edit(more)
    expect(await again.send(keyFor)).toBe('sent')
    expect(again.now().now.conflicts).toEqual([])
  })

  it('are in no conflict with themselves where they are loaded with the page', async () => {
    const state = server()
    const left = editor(20, first)
    state.answers = false
    left.edit(changed)
    await expect(left.send(keyFor)).rejects.toThrow()
    left.edit(more)
    expect(editor(state.revision, state.items).now().now).toEqual({ items: more, conflicts: [] })
  })
})
