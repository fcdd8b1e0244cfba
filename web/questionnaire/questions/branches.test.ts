import { describe, expect, it } from 'vitest'
import { type BranchRow, branchesOf } from './branches.ts'

const row = (
  id: number,
  after: number | null = null,
  state: BranchRow['state'] = after ? 'holds' : 'none',
): BranchRow => ({
  id,
  y: id * 50,
  after,
  state,
})
const drawn = (...rows: BranchRow[]) => branchesOf(rows, 160, false)
/** Where a stroke turns into its lane: the leftmost it comes. */
const laneOf = ({ d }: { d: string }) => Math.min(...[...d.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x)))

describe('the strokes in the margin', () => {
  it('are none where nothing waits for anything', () =>
    expect(drawn(row(1), row(2))).toEqual({ strokes: [], origins: [] }))
  it('go from a question to each that waits for it, from one blot', () => {
    const { strokes, origins } = drawn(row(1), row(2, 1), row(3, 1))
    expect(strokes).toHaveLength(4) // each with its arrow
    expect(origins).toHaveLength(1)
    expect(strokes.some(({ red }) => red)).toBe(false)
  })
  it('keep to lanes of their own where they pass one another', () => {
    const { strokes } = drawn(row(1), row(2), row(3, 1), row(4, 2))
    const [first, second] = [strokes[0]!, strokes[2]!].map(laneOf)
    expect(Math.abs(first! - second!)).toBeGreaterThan(5)
  })
  it('share a lane where they do not', () => {
    const { strokes } = drawn(row(1), row(2, 1), row(3), row(4, 3))
    expect(laneOf(strokes[0]!)).toBeCloseTo(laneOf(strokes[2]!), 0)
  })
  it('are red and crossed out in a circle, and frayed where what is waited for is gone', () => {
    const { strokes } = drawn(row(1, 2, 'circle'), row(2, 1), row(3, 9, 'dangling'))
    expect(strokes.filter(({ thick }) => thick)).toHaveLength(1)
    expect(strokes.filter(({ red }) => red)).toHaveLength(5) // the stroke, its arrow and cross; the frayed one, its arrow
  })
})
