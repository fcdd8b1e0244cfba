import { describe, expect, it } from 'vitest'
import { dayFrom, marksOf, stopAt, stopByKey } from './stops.ts'

const at = (day: number, hour = 6) => ({
  at: `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`,
})
/** Three lines on the second, one on the fourth, two on the ninth. */
const stops = [at(2), at(2, 7), at(2, 8), at(4), at(9), at(9, 7)]

describe('a key on the ruler', () => {
  it.each([
    ['a line back', 'ArrowLeft', 3, 2],
    ['not before the first', 'ArrowLeft', 0, 0],
    ['a line on', 'ArrowRight', 3, 4],
    ['not beyond the last', 'ArrowRight', 5, 5],
    ['to the next day that has a line', 'PageUp', 1, 3],
    ['on the last day to its end', 'PageUp', 4, 5],
    ['to where the day began', 'PageDown', 2, 0],
    ['from there to where the day before began', 'PageDown', 3, 0],
    ['to the first', 'Home', 4, 0],
    ['to the last', 'End', 0, 5],
    ['nowhere by any other', 'a', 2, undefined],
  ])('leads %s', (_, key, from, to) => expect(stopByKey(key, stops, from)).toBe(to))
})

it('a day back from the middle of one is where it began', () => expect(dayFrom(stops, 5, -1)).toBe(4))

it.each([
  ['at it', 4, 1],
  ['before it, where one is told nothing of it', 5, 1],
  ['the first, where all are later', 0, 0],
  ['the last, where none is later', 99, 2],
])('one stands %s', (_, revision, stop) => expect(stopAt([2, 4, 7], revision)).toBe(stop))

describe('the marks of a ruler', () => {
  it('are one a line, longer where a day begins', () =>
    expect(marksOf(stops, ({ length }) => String(length)).map(({ isDay }) => isDay)).toEqual([
      ...[true, false, false, true, true, false],
    ]))
  it('are no more than can be told apart, and their dates stand apart', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => at(1 + Math.floor(n / 400), n % 24))
    const marks = marksOf(many, (at) => at)
    expect(marks.length).toBeLessThanOrEqual(240)
    const places = marks.filter(({ label }) => label).map(({ place }) => place)
    expect(places.length).toBeGreaterThan(2)
    const gaps = places.slice(1).map((place, nth) => place - places[nth]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.2)
  })
  it('are there for a single line', () => expect(marksOf([at(2)], () => 'x')).toMatchObject([{ place: 0, label: 'x' }]))
})
