import { expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'

const pauses = { firstPauseMs: 5_000, longestPauseMs: 60_000 }

it('attempts that were under way when the pause began make it no longer', () => {
  let now = 0
  const breaker = createBreaker(() => now, pauses)
  for (let attempt = 0; attempt < 8; attempt++) {
    expect(breaker.pausedUntil('mail')).toBeUndefined()
  }
  for (let attempt = 0; attempt < 8; attempt++) breaker.failed('mail')
  expect(breaker.pausedUntil('mail')).toBe(5_000)

  now = 5_000
  expect(breaker.pausedUntil('mail')).toBeUndefined()
  breaker.failed('mail')
  expect(breaker.pausedUntil('mail')).toBe(15_000)
})
