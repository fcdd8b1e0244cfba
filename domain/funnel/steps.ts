import { z } from 'zod'
import { type Command, Refusal } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'
import { screens } from './funnel.ts'

/** The steps of the funnel: its screens, and at last an account. */
export const funnelSteps = [...screens, 'registered'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/**
 * The steps that may be the next new one for a visitor who came as far as this one. Going back is no step, and neither is
 * a second try at the test.
 */
export const leadsTo: Record<FunnelStep, readonly FunnelStep[]> = {
  start: ['test'],
  test: ['failed', 'success'],
  failed: ['success'],
  success: ['details'],
  details: ['analyzing'],
  analyzing: ['pricing'],
  pricing: ['offerings', 'confirm'],
  offerings: ['confirm'],
  confirm: ['registered'],
  registered: [],
}

/** A visitor came to a step, and from which one; nothing about who it was. */
export type FunnelEvent = Event<'FunnelStepReached', { step: FunnelStep; from?: FunnelStep }>

/** How often visitors came from one step to another, by `moveKey`. */
export type Moves = Record<string, number>

/** A day's visitors: how many began, and where they went. */
export type FunnelDay = { begun: number; moves: Moves }

const moveKey = (from: FunnelStep | undefined, step: FunnelStep) => `${from ?? ''}>${step}`

/** How many came to a step from another; from none: how many began. */
export const moved = (moves: Moves, from: FunnelStep | undefined, step: FunnelStep): number =>
  moves[moveKey(from, step)] ?? 0

/**
 * One stream a day: its id is the date, in UTC, on which the visitors began. What they do after midnight is of that day as
 * well, so that no step of a day was reached by more than began on it.
 */
export const funnelDays: Aggregate<FunnelDay, FunnelEvent> = {
  name: 'funnel',
  initial: { begun: 0, moves: {} },
  evolve({ begun, moves }: FunnelDay, { type, data }: Recorded<FunnelEvent>): FunnelDay {
    switch (type) {
      case 'FunnelStepReached': {
        const key = moveKey(data.from, data.step)
        return { begun: data.from === undefined ? begun + 1 : begun, moves: { ...moves, [key]: (moves[key] ?? 0) + 1 } }
      }
    }
  },
  decidesOnUnknown: true, // it only counts
}

/** More beginnings a day say something about a robot, not about visitors: they are not counted. */
export const maxRunsPerDay = 2_000

const step = z.enum(funnelSteps)

/** Counts a visitor's next step; without `from` it is their first. */
export const recordFunnelStep: Command<FunnelDay, FunnelEvent, { step: FunnelStep; from?: FunnelStep | undefined }> = {
  aggregate: funnelDays,
  roles: ['client', 'admin'],
  input: z.object({ step, from: step.optional() }),
  success: 'Thank you.',
  decide({ begun }, { step, from }) {
    if (from === undefined ? step !== 'start' : !leadsTo[from].includes(step)) {
      throw new Refusal('This step can’t follow the previous one')
    }
    if (from !== undefined) return [{ type: 'FunnelStepReached', data: { step, from } }]
    return begun < maxRunsPerDay ? [{ type: 'FunnelStepReached', data: { step } }] : []
  },
}

/** How many came to a step, of those whose moves these are. */
export const reachedIn = (moves: Moves, step: FunnelStep): number =>
  [undefined, ...funnelSteps].reduce((sum, from) => sum + moved(moves, from, step), 0)

/** How many came to a step and to none after it. */
export const stoppedIn = (moves: Moves, step: FunnelStep): number =>
  leadsTo[step].reduce((left, next) => left - moved(moves, step, next), reachedIn(moves, step))

/** What a visitor's page brings along from one step to the next: signed by the server, and of no other meaning. */
export const funnelTicket = z.string().max(200)

/** The steps that a page says of itself; of the others the server knows. */
export const shownSteps = ['test', 'details', 'pricing', 'offerings', 'confirm'] as const satisfies FunnelStep[]
export type ShownStep = (typeof shownSteps)[number]
