import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
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
