import { expect, it } from 'vitest'
import { tooManyAttempts } from './too-many.ts'

it.each([
  [1, 'in a minute'],
  [60, 'in a minute'],
  [60.5, 'in 2 minutes'],
  [3348, 'in 56 minutes'],
  [7200, 'in 120 minutes'],
  [7201, 'in 3 hours'],
  [86_400, 'in 24 hours'],
])('says after %d seconds how long to wait', (seconds, wait) =>
  expect(tooManyAttempts(seconds)).toBe(`Too many attempts. Please try again ${wait}.`),
)
