import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { anonymousVisitor, type FitTestEvent, fitTests, maxFailedPerDay, recordFitTest } from './fit-tests.ts'

const answers = { 1: 'yes', 2: 'no', 3: 'yes', 4: 'yes', 5: 'yes' } as const
const failed: FitTestEvent = { type: 'FitTestFailed', data: { answers, failed: [2, 5] } }
const sample: Sample<FitTestEvent> = { ...failed, by: anonymousVisitor, at: '2026-11-16T09:00:00.000Z' }

describe('a fit test', () => {
  it('is counted when it is failed, by the questions that failed it', () => {
    given(fitTests).when(recordFitTest, { answers }, anonymousVisitor).then(failed)
    const once: FitTestEvent = { type: 'FitTestFailed', data: { answers, failed: [5] } }
    expect(fold(fitTests, recorded('fit_tests-2026-11-16', [sample, { ...sample, ...once }]))).toEqual({
      failed: 2,
      byQuestion: { 2: 1, 5: 2 },
    })
  })
  it('is counted each time: no one knows whose it was', () =>
    given(fitTests, sample).when(recordFitTest, { answers }, anonymousVisitor).then(failed))
  it('is not counted when it is passed', () =>
    given(fitTests)
      .when(recordFitTest, { answers: { ...answers, 2: 'yes', 5: 'no' } }, anonymousVisitor)
      .then())
  it('is not counted any more on a day when a robot is at it', () => {
    const many = Array.from({ length: maxFailedPerDay - 1 }, () => sample)
    given(fitTests, ...many)
      .when(recordFitTest, { answers }, anonymousVisitor)
      .then(failed)
    given(fitTests, ...many, sample)
      .when(recordFitTest, { answers }, anonymousVisitor)
      .then()
  })
  it('takes nothing along that could say whose it was', () =>
    expect(recordFitTest.input.safeParse({ answers, email: 'nima@teaestate.example' }).success).toBe(false))
})
