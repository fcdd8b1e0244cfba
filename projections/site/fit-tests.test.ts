import { expect, it } from 'vitest'
import { anonymousVisitor, type FitTestEvent } from '#domain/site/fit-tests.ts'
import type { Sample } from '#domain/testing.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { latestFitTests } from './fit-tests.ts'

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
