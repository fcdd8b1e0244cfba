import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { currentZone, setZone } from './time.ts'
import { fromWallClock, startOfDay, startOfMonth, toWallClock } from './zoned.ts'

// The agency is in India, five and a half hours ahead.
describe('the day in the agency’s zone', () => {
  const lateEvening = Date.parse('2026-11-16T19:00:00.000Z')
  it('begins at its midnight', () => {
    expect(startOfDay(lateEvening)).toBe('2026-11-16T18:30:00.000Z')
    expect(startOfDay(lateEvening, 1)).toBe('2026-11-17T18:30:00.000Z')
    expect(startOfDay(lateEvening, -17)).toBe('2026-10-30T18:30:00.000Z')
  })
  it('is in a month that begins at its midnight', () => {
    expect(startOfMonth(lateEvening)).toBe('2026-10-31T18:30:00.000Z')
    expect(startOfMonth(lateEvening, -11)).toBe('2025-11-30T18:30:00.000Z')
    expect(startOfMonth(lateEvening, 2)).toBe('2026-12-31T18:30:00.000Z')
  })
})

it('reads a year that was typed with two digits as it is written', () =>
  expect(fromWallClock('0026-11-16T10:00')).toMatch(/^0026-11-16T/))

it.each([
  ['Asia/Kolkata', '9999-12-31T18:29:00.000Z'],
  ['America/New_York', '+010000-01-01T04:59:00.000Z'],
])('reads the last minute that a field takes in %s', (zone, at) => {
  const usual = currentZone()
  onTestFinished(() => setZone(usual))
  setZone(zone)
  expect(fromWallClock('9999-12-31T23:59')).toBe(at)
})

describe('a day that begins as the clocks go forward', () => {
  const usual = currentZone()
  afterEach(() => setZone(usual))
  it.each([
    ['America/Santiago', '2026-09-06T15:00:00.000Z', '2026-09-06T04:00:00.000Z'],
    ['America/Havana', '2026-03-08T15:00:00.000Z', '2026-03-08T05:00:00.000Z'],
    ['Atlantic/Azores', '2026-03-29T15:00:00.000Z', '2026-03-29T01:00:00.000Z'],
  ])('begins in %s at the change', (zone, at, begins) => {
    setZone(zone)
    expect(startOfDay(Date.parse(at))).toBe(begins)
  })
})

describe('a time as people set it', () => {
  it('is the time on their wall, there and back', () => {
    expect(toWallClock('2026-11-17T06:00:00.000Z')).toBe('2026-11-17T11:30')
    expect(fromWallClock('2026-11-17T11:30')).toBe('2026-11-17T06:00:00.000Z')
    expect(toWallClock('2026-11-16T18:30:00.000Z')).toBe('2026-11-17T00:00')
  })
  it.each(['', '2026-11-17', 'soon', '2026-13-17T11:30'])('is none where nothing fits: %j', (text) =>
    expect(fromWallClock(text)).toBeUndefined(),
  )
})
