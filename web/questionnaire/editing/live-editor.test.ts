import { afterAll, beforeAll, expect, it } from 'vitest'
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
