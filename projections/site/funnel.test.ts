import { expect, it } from 'vitest'
import { anonymousVisitor, type FitTestEvent } from '#domain/site/fit-tests.ts'
import type { FunnelEvent, FunnelStep } from '#domain/site/steps.ts'
import type { Sample } from '#domain/testing.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { funnelOf, latestFitTests } from './funnel.ts'

const run = (day: string, ...steps: FunnelStep[]): Sample<FunnelEvent>[] =>
  steps.map((step, at) => ({
    type: 'FunnelStepReached',
    data: at === 0 ? { step } : { step, from: steps[at - 1]! },
    by: anonymousVisitor,
    at: `${day}T09:00:00.000Z`,
  }))

it('says of a period how many reached each step, and where they stopped', async () => {
  const { events, documents } = await testStores()
  const whole = ['start', 'test', 'success', 'details', 'analyzing', 'pricing', 'confirm', 'registered'] as const
  await record(events, 'funnel-2026-11-14', ...run('2026-11-14', ...whole))
  await record(events, 'funnel-2026-11-15', ...run('2026-11-15', 'start'), ...run('2026-11-15', 'start', 'test'))
  const last = await record(events, 'funnel-2026-11-16', ...run('2026-11-16', ...whole))
  const { funnel, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await funnel.reached(last.position, 5_000)
  const now = Date.parse('2026-11-16T23:00:00.000Z')
  const of = async (days: number) => {
    const { steps, ...period } = await funnelOf(funnel, days, now)
    const numbers = Object.fromEntries(steps.map(({ step, reached, stopped }) => [step, [reached, stopped]]))
    return { ...period, ...numbers }
  }
  expect(await of(2)).toMatchObject({
    from: '2026-11-15',
    to: '2026-11-16',
    start: [3, 1],
    test: [2, 1],
    failed: [0, 0],
    registered: [1, 1],
    straightOn: 1,
    fullDays: 0,
  })
  expect(await of(30)).toMatchObject({ from: '2026-10-18', start: [4, 1], registered: [2, 2], straightOn: 2 })
  await close()
})

const fails = (day: string, ...failed: number[]): Sample<FitTestEvent> => ({
  type: 'FitTestFailed',
  data: { answers: { 1: 'yes', 2: 'no', 3: 'yes', 4: 'yes', 5: 'yes' }, failed },
  by: anonymousVisitor,
  at: `${day}T09:00:00.000Z`,
})

it('counts failed fit tests by day and by question, the latest days first', async () => {
  const { events, documents } = await testStores()
  await record(events, 'fit_tests-2026-11-15', fails('2026-11-15', 3))
  await record(events, 'fit_tests-2026-11-16', fails('2026-11-16', 2, 5), fails('2026-11-16', 5))
  const last = await record(events, 'fit_tests-2026-11-17', fails('2026-11-17', 4))
  const { fitTests, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await fitTests.reached(last.position, 5_000)
  expect(await latestFitTests(fitTests, 2)).toEqual([
    { day: '2026-11-17', failed: 1, byQuestion: { 4: 1 } },
    { day: '2026-11-16', failed: 2, byQuestion: { 2: 1, 5: 2 } },
  ])
  await close()
})
