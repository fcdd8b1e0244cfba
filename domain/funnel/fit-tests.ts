import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Person, Recorded } from '../event.ts'
import { type FitAnswers, failures, fitAnswers } from './fit-test.ts'

/** Five times yes or no, by which questions it failed as the rules were then, and nothing about who said it. */
export type FitTestEvent = Event<'FitTestFailed', { answers: FitAnswers; failed: number[] }>

/** A day's failed tests: how many, and how many failed by each question. */
export type FitTests = { failed: number; byQuestion: Record<string, number> }

/** One stream a day (its id is the date in UTC), so that none grows for ever. */
export const fitTests: Aggregate<FitTests, FitTestEvent> = {
  name: 'fit_tests',
  initial: { failed: 0, byQuestion: {} },
  evolve({ failed, byQuestion }: FitTests, { type, data }: Recorded<FitTestEvent>): FitTests {
    switch (type) {
      case 'FitTestFailed': {
        const counted = { ...byQuestion }
        for (const id of data.failed) counted[id] = (counted[id] ?? 0) + 1
        return { failed: failed + 1, byQuestion: counted }
      }
    }
  },
  decidesOnUnknown: true, // it only counts
}

/** The person recorded for a failed test: an anonymous visitor. */
export const anonymousVisitor: Person = { id: 'visitor', name: 'A visitor', role: 'client' }

/** More failed tests a day say something about a robot, not about visitors: they are not counted. */
export const maxFailedPerDay = 10_000

/** What a page sends when the test was taken. */
export const takenFitTest = z.strictObject({ answers: fitAnswers })

/** Counts a failed test. A passed one records nothing: it goes on to become a lead. */
export const recordFitTest: Command<FitTests, FitTestEvent, { answers: FitAnswers }> = {
  aggregate: fitTests,
  roles: ['client', 'admin'],
  input: takenFitTest,
  success: 'Thank you for taking the test.',
  decide({ failed }, { answers }) {
    const by = failures(answers).map(({ id }) => id)
    if (by.length === 0 || failed >= maxFailedPerDay) return []
    return [{ type: 'FitTestFailed', data: { answers, failed: by } }]
  },
}
