import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FunnelStep, funnelSteps } from '#domain/site/steps.ts'
import { columnSteps, hairUnit, stoppedBefore, strokeOf } from './stroke.ts'

type Numbers = { step: FunnelStep; reached: number; stopped: number }[]
const numbers = (
  reached: Partial<Record<FunnelStep, number>>,
  stopped: Partial<Record<FunnelStep, number>> = {},
): Numbers => funnelSteps.map((step) => ({ step, reached: reached[step] ?? 0, stopped: stopped[step] ?? 0 }))

const sample = numbers(
  {
    start: 1240,
    test: 812,
    failed: 420,
    success: 401,
    details: 300,
    analyzing: 286,
    pricing: 281,
    offerings: 164,
    confirm: 200,
    registered: 96,
  },
  {
    start: 428,
    test: 10,
    failed: 401,
    success: 101,
    details: 14,
    analyzing: 5,
    pricing: 20,
    offerings: 61,
    confirm: 104,
    registered: 96,
  },
)

describe('the thinning stroke', () => {
  it('stands on the columns of its table', () => {
    const { posts } = strokeOf(sample, 117)
    expect(posts).toHaveLength(columnSteps.length)
    expect(posts.toSorted((a, b) => a - b)).toEqual(posts)
  })
  it('loses as many hairs as people stopped, each for so many', () => {
    expect(hairUnit(sample)).toBe(10)
    expect(strokeOf(sample, 117).hairs).toHaveLength(43 + 41 + 10 + 1 + 1 + 8 + 10)
  })
  it.each([
    [0, 1],
    [90, 1],
    [450, 5],
    [40_000, 500],
  ])('has few enough hairs to be seen: of %i stopped, one for %i', (stopped, unit) =>
    expect(hairUnit(numbers({ start: stopped }, { start: stopped }))).toBe(unit),
  )
  it('says where they stopped before a column', () => {
    expect(stoppedBefore(sample, 'start')).toEqual([])
    expect(stoppedBefore(sample, 'success')).toEqual([
      ['test', 10],
      ['failed', 401],
    ])
    expect(stoppedBefore(sample, 'offerings')).toEqual([])
    expect(stoppedBefore(sample, 'confirm')).toEqual([
      ['pricing', 20],
      ['offerings', 61],
    ])
  })
  it('can be drawn whatever the numbers are', () =>
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { minLength: 10, maxLength: 10 }),
        fc.nat(5_000),
        (counts, skippedOfferings) => {
          const of = funnelSteps.map((step, at) => ({
            step,
            reached: counts[at]!,
            stopped: Math.floor(counts[at]! / 3),
          }))
          const { bands, hairs } = strokeOf(of, skippedOfferings)
          expect([...bands, ...hairs].filter((path) => /NaN|Infinity|undefined/.test(path))).toEqual([])
        },
      ),
    ))
})
