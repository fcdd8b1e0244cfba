import { expect, it } from 'vitest'
import { film } from '../content.ts'
import { clockAt, dayAt, momentAt, partAt } from './day.ts'

it('tells the time of the film from its first minute to its last', () => {
  expect([0, 0.5, 1].map(clockAt)).toEqual(['9:04 am', '1:37 pm', '6:10 pm'])
})

it('writes twelve at noon', () =>
  expect(clockAt((12 * 60 + 5 - film.begins) / (film.ends - film.begins))).toBe('12:05 pm'))

it('is at the moment that has begun last', () => {
  expect(film.moments.map(({ at }) => momentAt(at))).toEqual(film.moments.map((_, index) => index))
  expect(momentAt(film.moments[2]!.at - 0.01)).toBe(1)
})

it('begins its day with the fresh sheet, and ends it as it began, with the finished one', () => {
  expect([0, film.fresh / 2, film.fresh, 1].map(dayAt)).toEqual([1, 1, 0, 1])
  for (const day of [0, 0.3, 1]) expect(dayAt(partAt(day))).toBeCloseTo(day)
})
