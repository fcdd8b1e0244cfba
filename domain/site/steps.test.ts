import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { anonymousVisitor } from './fit-tests.ts'
import {
  type FunnelEvent,
  type FunnelStep,
  funnelDays,
  funnelSteps,
  leadsTo,
  maxRunsPerDay,
  reachedIn,
  recordFunnelStep,
  stoppedIn,
} from './steps.ts'

const reached = (step: FunnelStep, from?: FunnelStep): Sample<FunnelEvent> => ({
  type: 'FunnelStepReached',
  data: from === undefined ? { step } : { step, from },
  by: anonymousVisitor,
  at: '2026-11-16T09:00:00.000Z',
})
/** One visitor's way through the funnel. */
const run = (...steps: FunnelStep[]) => steps.map((step, at) => reached(step, steps[at - 1]))
const day = (...runs: Sample<FunnelEvent>[][]) => fold(funnelDays, recorded('funnel-1', runs.flat()))

describe('recording a step of the funnel', () => {
  const record = (events: Sample<FunnelEvent>[], step: FunnelStep, from?: FunnelStep) =>
    given(funnelDays, ...events).when(recordFunnelStep, { step, from }, anonymousVisitor)

  it('counts a visitor who begins, and every step that follows', () => {
    record([], 'start').then({ type: 'FunnelStepReached', data: { step: 'start' } })
    record(run('start'), 'test', 'start').then({ type: 'FunnelStepReached', data: { step: 'test', from: 'start' } })
  })
  it('needs a step that leads there', () => {
    record([], 'registered').thenRefused('This step can’t follow the previous one')
    record(run('start'), 'registered', 'start').thenRefused('This step can’t follow the previous one')
    record(run('start', 'test'), 'test', 'test').thenRefused('This step can’t follow the previous one')
    record(run('start'), 'start', 'start').thenRefused('This step can’t follow the previous one')
  })
  it('begins no more runs in a day than visitors could, and lets those end that began', () => {
    const full = { ...funnelDays.initial, begun: maxRunsPerDay }
    const decide = (step: FunnelStep, from?: FunnelStep) =>
      recordFunnelStep.decide(full, { step, from }, { by: meera, at: '2026-11-16T09:00:00.000Z' })
    expect(decide('start')).toEqual([])
    expect(decide('test', 'start')).toHaveLength(1)
  })
})

describe('the numbers of a day', () => {
  const { moves } = day(
    run('start'),
    run('start', 'test'),
    run('start', 'test', 'failed'),
    run('start', 'test', 'failed', 'success', 'details', 'analyzing', 'pricing', 'offerings', 'confirm'),
    run('start', 'test', 'success', 'details', 'analyzing', 'pricing', 'confirm', 'registered'),
  )
  it('are how many reached each step', () =>
    expect(funnelSteps.map((step) => [step, reachedIn(moves, step)])).toEqual([
      ['start', 5],
      ['test', 4],
      ['failed', 2],
      ['success', 2],
      ['details', 2],
      ['analyzing', 2],
      ['pricing', 2],
      ['offerings', 1],
      ['confirm', 2],
      ['registered', 1],
    ]))
  it('are where they stopped', () =>
    expect(funnelSteps.filter((step) => stoppedIn(moves, step) > 0)).toEqual([
      'start',
      'test',
      'failed',
      'confirm',
      'registered',
    ]))

  it('add up, whatever the visitors did: everyone who began stopped somewhere', () => {
    const way = fc.gen().map((generate) => {
      const steps: FunnelStep[] = ['start']
      for (;;) {
        const next = generate(fc.constantFrom, 'end' as const, ...leadsTo[steps.at(-1)!])
        if (next === 'end') return run(...steps)
        steps.push(next)
      }
    })
    fc.assert(
      fc.property(fc.array(way, { maxLength: 20 }), (runs) => {
        const { moves, begun } = day(...runs)
        expect(begun).toBe(runs.length)
        expect(funnelSteps.reduce((sum, step) => sum + stoppedIn(moves, step), 0)).toBe(begun)
        for (const step of funnelSteps) expect(stoppedIn(moves, step)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
