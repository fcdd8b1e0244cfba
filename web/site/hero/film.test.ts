import { expect, it } from 'vitest'
import { film } from '#web/site/content.ts'
import { filmTimes } from '#web/site/picture-points.ts'
import { clockAt, dayAt, momentAt, secondAt } from './film.ts'

it('tells the time of the film from its first minute to its last', () => {
  expect([0, 0.5, 1].map(clockAt)).toEqual(['9:04 am', '1:37 pm', '6:10 pm'])
})

it('writes twelve at noon', () =>
  expect(clockAt((12 * 60 + 5 - film.begins) / (film.ends - film.begins))).toBe('12:05 pm'))

it('is at the moment that has begun last', () => {
  expect(film.moments.map(({ at }) => momentAt(dayAt(at)))).toEqual(film.moments.map((_, index) => index))
  expect(momentAt(dayAt(film.moments[2]!.at - 0.1))).toBe(1)
})

it('ends its day with the finished page, and begins it with the blank sheet', () => {
  const { finished, putAway, seconds } = filmTimes
  expect([0, finished, putAway - 0.1, putAway, seconds].map(dayAt)).toEqual([0, 1, 1, 0, 0])
  for (const day of [0, 0.3, 1]) expect(dayAt(secondAt(day))).toBeCloseTo(day)
})
