import { describe, expect, it } from 'vitest'
import { works } from '#domain/site/works.ts'
import { picturePoints } from './picture-points.ts'

describe.each(works)('the points of $title', ({ id, points: texts }) => {
  const points = picturePoints[id]!

  it('are in its pictures, one for each text', () => {
    expect(points).toHaveLength(texts.length)
    for (const { x, y } of points) for (const at of [x, y]) expect(at > 0 && at < 1).toBe(true)
  })

  it.each([2, 3])('stand below one another in picture %i, with room for a note beside each', (picture) => {
    const heights = points.filter((point) => point.picture === picture).map(({ y }) => y)
    const gaps = heights.slice(1).map((y, index) => y - heights[index]!)
    expect(Math.min(1, ...gaps)).toBeGreaterThan(0.1)
  })
})
