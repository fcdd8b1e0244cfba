import { z } from 'zod'
import { commandsOn, defineAggregate, defineCommand, defineEvent, type EventsOf } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { message } from '#domain/contract/schemas.ts'
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

/** How often visitors came from one step to another, by `moveKey`. */
export type Moves = Record<string, number>

/** A day's visitors: how many began, and where they went. */
export type FunnelDay = { begun: number; moves: Moves }

const moveKey = (from: FunnelStep | undefined, step: FunnelStep) => `${from ?? ''}>${step}`

/** How many came to a step from another; from none: how many began. */
export const moved = (moves: Moves, from: FunnelStep | undefined, step: FunnelStep): number =>
  moves[moveKey(from, step)] ?? 0

const sentences: Record<FunnelStep, string> = {
  start: 'A visitor opened the test',
  test: 'A visitor started the fit test',
  failed: 'A visitor failed the fit test',
  success: 'A visitor passed the fit test',
  details: 'A visitor reached the details form',
  analyzing: 'A visitor sent their details',
  pricing: 'A visitor saw the prices',
  offerings: 'A visitor saw the offerings',
  confirm: 'A visitor reached the registration form',
  registered: 'A visitor registered',
}

const step = z.enum(funnelSteps)

/** A visitor came to a step, and from which one; nothing about who it was. */
const FunnelStepReached = defineEvent(
  'FunnelStepReached',
  { step, from: step.optional() },
  {
    kind: 'visits.funnel',
    sentence: ({ step }) => sentences[step] ?? 'A visitor reached the next step',
    apply({ begun, moves }: FunnelDay, { step, from }): FunnelDay {
      const key = moveKey(from, step)
      return { begun: from === undefined ? begun + 1 : begun, moves: { ...moves, [key]: (moves[key] ?? 0) + 1 } }
    },
  },
)

/**
 * One stream a day: its id is the date, in UTC, on which the visitors began. What they do after midnight is of that day as
 * well, so that no step of a day was reached by more than began on it.
 */
export const funnelDays = defineAggregate({
  name: 'funnel',
  initial: { begun: 0, moves: {} } as FunnelDay,
  events: { FunnelStepReached },
  decidesOnUnknown: true, // it only counts
})
export type FunnelEvent = EventsOf<typeof funnelDays.events>

/** More beginnings a day say something about a robot, not about visitors: they are not counted. */
export const maxRunsPerDay = 2_000

/** How many came to a step, of those whose moves these are. */
export const reachedIn = (moves: Moves, step: FunnelStep): number =>
  [undefined, ...funnelSteps].reduce((sum, from) => sum + moved(moves, from, step), 0)

/** How many came to a step and to none after it. */
export const stoppedIn = (moves: Moves, step: FunnelStep): number =>
  leadsTo[step].reduce((left, next) => left - moved(moves, step, next), reachedIn(moves, step))

/** The ticket that a visitor’s page carries from one step to the next: signed by the server, and of no other meaning. */
export const funnelTicket = z.string().max(200)

/** The steps that a page says of itself; of the others the server knows. */
export const shownSteps = ['test', 'details', 'pricing', 'offerings', 'confirm'] as const satisfies FunnelStep[]
export type ShownStep = (typeof shownSteps)[number]

/** Counts a visitor's next step; without `from` it is their first. */
export const recordFunnelStep = defineCommand('recordFunnelStep', z.object({ step, from: step.optional() }), {
  summary: 'Count a funnel step, with the ticket of the previous one',
  call: 'POST /api/record-funnel-step',
  route: () => ({
    roles: 'anyone',
    limit: 'funnel',
    body: z.strictObject({ ticket: funnelTicket, step: z.enum(shownSteps) }),
    answer: message.extend({ ticket: funnelTicket.optional() }),
  }),
  roles: ['client', 'admin'],
  success: 'Thank you.',
  decide({ begun }: FunnelDay, { step, from }) {
    if (from === undefined ? step !== 'start' : !leadsTo[from].includes(step)) {
      throw new Refusal('This step can’t follow the previous one')
    }
    if (from !== undefined) return [FunnelStepReached({ step, from })]
    return begun < maxRunsPerDay ? [FunnelStepReached({ step })] : []
  },
})

/** The commands that count visitors as they go on. */
export const funnelCommands = commandsOn(funnelDays, { recordFunnelStep })
