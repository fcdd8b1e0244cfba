import { expect, it } from 'vitest'
import { dayIn } from './time-zone.ts'

it.each([
  ['Asia/Kolkata', '2026-11-16T18:29:59Z', '2026-11-16'],
  ['Asia/Kolkata', '2026-11-16T18:30:00Z', '2026-11-17'],
  ['America/New_York', '2027-01-01T04:59:00Z', '2026-12-31'],
])('in %s the day at %s is %s', (zone, at, day) => expect(dayIn(zone, Date.parse(at))).toBe(day))
