import { expect, it } from 'vitest'
import { film } from '../content.ts'
import { clockAt, momentAt } from './day.ts'

it('tells the time of the film from its first minute to its last', () => {
  expect([0, 0.5, 1].map(clockAt)).toEqual(['9:04 am', '1:37 pm', '6:10 pm'])
})

it('writes twelve at noon', () =>
  expect(clockAt((12 * 60 + 5 - film.begins) / (film.ends - film.begins))).toBe('12:05 pm'))

it('is at the moment that has begun last', () => {
  expect(film.moments.map(({ at }) => momentAt(at))).toEqual(film.moments.map((_, index) => index))
  expect(momentAt(0.29)).toBe(1)
})
