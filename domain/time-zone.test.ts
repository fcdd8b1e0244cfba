import { expect, it } from 'vitest'
import { dayIn, endOfDay } from './time-zone.ts'

it.each([
  ['Asia/Kolkata', '2026-11-16T18:29:59Z', '2026-11-16'],
  ['Asia/Kolkata', '2026-11-16T18:30:00Z', '2026-11-17'],
  ['America/New_York', '2027-01-01T04:59:00Z', '2026-12-31'],
])('in %s the day at %s is %s', (zone, at, day) => expect(dayIn(zone, Date.parse(at))).toBe(day))

it.each([
  ['Asia/Kolkata', '2026-11-23', '2026-11-23T18:30:00.000Z'],
  ['America/New_York', '2026-10-31', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-26', '2026-09-26T12:00:00.000Z'],
  ['America/Santiago', '2026-09-05', '2026-09-06T04:00:00.000Z'],
  ['America/Havana', '2026-03-07', '2026-03-08T05:00:00.000Z'],
  ['Atlantic/Azores', '2026-03-28', '2026-03-29T01:00:00.000Z'],
  ['Asia/Beirut', '2026-03-28', '2026-03-28T22:00:00.000Z'],
  ['America/Nuuk', '2026-03-28', '2026-03-29T01:00:00.000Z'],
  ['UTC', '0026-11-16', '0026-11-17T00:00:00.000Z'],
  ['UTC', '2026-12-31', '2027-01-01T00:00:00.000Z'],
])('in %s the day %s ends at %s', (zone, day, at) => expect(new Date(endOfDay(zone, day)).toISOString()).toBe(at))
