import { z } from 'zod'
import { allClear, commandsOn, defineAggregate, defineCommand, defineEvent, type EventsOf } from '#domain/action.ts'
import { message } from '#domain/contract/schemas.ts'
import type { Person } from '#domain/event.ts'
import { failures, fitAnswers } from './fit-test.ts'
import { funnelTicket } from './steps.ts'

/** A day's failed tests: how many, and how many failed by each question. */
export type FitTests = { failed: number; byQuestion: Record<string, number> }

/** Five times yes or no, by which questions it failed as the rules were then, and nothing about who said it. */
const FitTestFailed = defineEvent('FitTestFailed', allClear({ answers: fitAnswers, failed: z.array(z.number()) }), {
  kind: 'visits.tests',
  sentence: ({ failed }) => `Failed the fit test on ${failed.length} of 5 questions`,
  apply({ failed, byQuestion }: FitTests, data): FitTests {
    const counted = { ...byQuestion }
    for (const id of data.failed) counted[id] = (counted[id] ?? 0) + 1
    return { failed: failed + 1, byQuestion: counted }
  },
})

/** One stream a day (its id is the date in UTC), so that none grows for ever. */
export const fitTests = defineAggregate({
  name: 'fit_tests',
  initial: { failed: 0, byQuestion: {} } as FitTests,
  events: { FitTestFailed },
  decidesOnUnknown: true, // it only counts
})
export type FitTestEvent = EventsOf<typeof fitTests.events>

/** The person recorded for a failed test: an anonymous visitor. */
export const anonymousVisitor: Person = { id: 'visitor', name: 'A visitor', role: 'client' }

/** More failed tests a day say something about a robot, not about visitors: they are not counted. */
export const maxFailedPerDay = 10_000

/** The body that a page sends when the test was taken. */
const takenFitTest = z.strictObject({ answers: fitAnswers })

const ticket = funnelTicket.optional()

/** Counts a failed test. A passed one records nothing: it goes on to become a lead. */
export const recordFitTest = defineCommand('recordFitTest', takenFitTest, {
  summary: 'Count a failed fit test',
  call: 'POST /api/record-fit-test',
  route: () => ({
    roles: 'anyone',
    limit: 'fitTest',
    body: takenFitTest.extend({ ticket }),
    answer: message.extend({ ticket }),
  }),
  roles: ['client', 'admin'],
  success: 'Thank you for taking the test.',
  decide({ failed }: FitTests, { answers }) {
    const by = failures(answers).map(({ id }) => id)
    return by.length === 0 || failed >= maxFailedPerDay ? [] : [FitTestFailed({ answers, failed: by })]
  },
})

/** The commands that count failed tests. */
export const fitTestCommands = commandsOn(fitTests, { recordFitTest })
