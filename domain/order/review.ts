import { type Paise, percent } from '#domain/money.ts'
import type { Step } from '#domain/step.ts'
import type { StoredFile } from './conversation.ts'
import type { DraftPhase, Point, Round } from './design-draft.ts'
import type { Order } from './order.ts'
import { phaseOf } from './phase.ts'

/** How many rounds of changes are free in each phase (specification section 9). */
export const freeRounds = 2

/** How many points one round may have. */
export const maxPoints = 50

/** The phase that a draft is of which is shared now: whatever comes after the landing page is the full design’s. */
export const draftPhaseOf = (steps: readonly Step[]): DraftPhase =>
  phaseOf(steps) === 'landing page' ? 'landing page' : 'full design'

/** The nth point of a phase, counted from 0: a to z, then aa, ab and so on. */
export const letterOf = (nth: number): string =>
  (nth >= 26 ? letterOf(Math.floor(nth / 26) - 1) : '') + String.fromCharCode(97 + (nth % 26))

export const roundsIn = ({ rounds }: Pick<Order, 'rounds'>, phase: DraftPhase): Round[] =>
  rounds.filter((each) => each.phase === phase)

/** All points of a phase, in the order in which they were asked for. */
export const pointsIn = (order: Pick<Order, 'rounds'>, phase: DraftPhase): Point[] =>
  roundsIn(order, phase).flatMap(({ points }) => points)

/** The next round of a phase: the how many-th it is, and its price in paise; undefined where the project has no price yet. */
export function nextRound(
  { rounds, invoice }: Pick<Order, 'rounds' | 'invoice'>,
  phase: DraftPhase,
): { round: number; price: Paise | undefined } {
  const round = roundsIn({ rounds }, phase).length + 1
  if (round <= freeRounds) return { round, price: 0 }
  const { actual, revisions } = invoice
  // Of all paid rounds together the specification has the sum: each costs what it adds to that.
  const price = percent(actual, 2 * (revisions + 1)) - percent(actual, 2 * revisions)
  return { round, price: price > 0 ? price : undefined }
}

/** How a version stands: it waits for the client, changes of it were asked for, or it was approved. */
export type DraftState = 'waiting' | 'changes' | 'approved' | 'done'

/** How a version stands that was shared, given its number from 1 on: `done` where an admin marked its step as done instead. */
export function stateOf(
  { designs, rounds, steps = [] }: Pick<Order, 'designs' | 'rounds'> & Partial<Pick<Order, 'steps'>>,
  version: number,
): DraftState {
  const design = designs[version - 1]
  if (design?.approved) return 'approved'
  if (rounds.some((each) => each.version === version)) return 'changes'
  return design && steps.some(({ answered }) => answered?.draft?.at === design.at) ? 'done' : 'waiting'
}

/** The files of a draft, and of pictures beside points, which count as the order’s as those in its conversation do. */
export const reviewFiles = ({ designs, rounds }: Pick<Order, 'designs' | 'rounds'>): StoredFile[] => [
  ...designs.flatMap(({ files }) => files ?? []),
  ...rounds.flatMap(({ points }) => points.flatMap(({ picture }) => picture ?? [])),
]
