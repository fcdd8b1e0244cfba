import { expect, it } from 'vitest'
import { listsMade, noteListsMade, timesMade } from './lists-made.ts'

it('is not put back by an answer that was asked for before all lists were made', () => {
  const before = timesMade()
  noteListsMade(42, before)
  expect(listsMade()).toBe(42)
  noteListsMade(100)
  noteListsMade(97, before)
  expect(listsMade()).toBe(100)
  noteListsMade(3, timesMade()) // they are made once more
  expect(listsMade()).toBe(3)
})
