import { describe, expect, it } from 'vitest'
import { works } from '#domain/site/works.ts'
import { platesOf } from './Plates.tsx'

const points = ['the first', 'the second', 'the third', 'the fourth', 'the fifth']
const places = {
  1: [
    { picture: 3, x: 0.1, y: 0.2 },
    { picture: 2, x: 0.5, y: 0.7 },
    { picture: 2, x: 0.4, y: 0.1 },
    { picture: 2, x: 0.3, y: 0.4 },
    { picture: 3, x: 0.6, y: 0.8 },
  ],
} as const
const plated = (images: string[]) => {
  const { plates, others } = platesOf({ id: 1, images, points }, places)
  const lettered = (notes: { letter: string; text: string }[]) => notes.map(({ letter, text }) => `${letter} ${text}`)
  return [...plates.map(({ src, number, notes }) => [number, src, ...lettered(notes)]), lettered(others)]
}

describe('the pictures of a project', () => {
  it('are the second and the third of three, each with its points from top to bottom', () =>
    expect(plated(['cover', 'page', 'desk'])).toEqual([
      [2, 'page', 'a the third', 'b the fourth', 'c the second'],
      [3, 'desk', 'd the first', 'e the fifth'],
      [],
    ]))

  // spec: 2.7
  it('are both of two; a point without its picture is said below', () =>
    expect(plated(['cover', 'page'])).toEqual([
      [1, 'cover'],
      [2, 'page', 'a the third', 'b the fourth', 'c the second'],
      ['d the first', 'e the fifth'],
    ]))

  it('may be none: every point is said all the same', () =>
    expect(plated([])).toEqual([['a the first', 'b the second', 'c the third', 'd the fourth', 'e the fifth']]))

  it('has its notes beside it while each is short enough to end above the next point, else all of them below', () => {
    const isRuled = (text: string) =>
      platesOf({ id: 1, images: ['cover', 'page'], points: ['', '', '', text, ''] }, places).plates[1]!.isRuled
    expect(isRuled('Who stitched it, and for how long, stands beside the price.')).toBe(true)
    expect(isRuled('Who stitched it, and for how long, stands beside the price. '.repeat(5))).toBe(false)
  })

  it.each(works)('of $title are all ruled to their notes', ({ id, images, points }) =>
    expect(platesOf({ id, images, points }).plates.map(({ isRuled }) => isRuled)).toEqual([true, true]),
  )
})
