import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { NotFound } from '#domain/command.ts'
import { entryTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { type DraftPhase, draftPhases, type Point } from './design-draft.ts'
import { orderId } from './input.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { pointsIn } from './review.ts'
import { truncateToLine } from './telling.ts'

export const PointSettled = orderEvent(
  'PointSettled',
  {
    phase: z.enum(draftPhases),
    /** Its letter. */
    point: clear(z.string()),
    done: z.boolean(),
    /** Empty where there is none. */
    answer: personal(z.string(), ''),
  },
  {
    ...entryTraits,
    kind: 'designs',
    countedAs: 'point',
    subject: ({ phase, point }) => `${phase} ${point}`,
    // The next version says it of all of them at once.
    notifies: 'no one',
    apply: (order, { phase, point, done, answer }, { by, at }) => ({
      ...order,
      rounds: order.rounds.map((round) =>
        round.phase === phase && round.points.some(({ letter }) => letter === point)
          ? { ...round, points: round.points.map(settledIf(point, { done, answer }, { by: by.name, at })) }
          : round,
      ),
    }),
    sentence: ({ point, done, answer }) =>
      `Point ${point} is ${done ? 'done' : 'open'}${answer ? `: “${truncateToLine(answer, 100)}”` : ''}`,
  },
)

/** Makes the point of a letter what the agency said of it, and leaves the others. */
const settledIf =
  (wanted: string, { done, answer }: { done: boolean; answer: string }, settled: { by: string; at: string }) =>
  (point: Point): Point => {
    if (point.letter !== wanted) return point
    const { settled: _, ...rest } = point
    return { ...rest, done, answer, ...(done || answer ? { settled } : {}) }
  }

const pointOf = (order: Order, phase: DraftPhase, wanted: string): Point | undefined =>
  pointsIn(order, phase).find(({ letter }) => letter === wanted)

/** Marks a point as done or not, and answers it. A part that is left out stays as it is; an empty answer removes it. */
export const settlePoint = orderCommand(
  'settlePoint',
  z.object({
    orderId,
    phase: z.enum(draftPhases, 'The phase is missing or invalid'),
    point: z.string('The point is missing or invalid').regex(/^[a-z]{1,3}$/, 'The point is missing or invalid'),
    done: z.boolean('Please say whether it is done').optional(),
    answer: z.string().trim().max(1_000, 'Please use at most 1,000 characters').optional(),
  }),
  {
    summary: 'Mark a point of a round as done, or answer it',
    call: 'PUT /api/settle-point',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Point updated',
    decide(order, { phase, point, ...said }) {
      onlyWhileOpen(order)
      const before = pointOf(order, phase, point)
      if (!before) throw new NotFound('This point doesn’t exist')
      const { done, answer } = { ...before, ...said }
      return done === before.done && answer === before.answer ? [] : [PointSettled({ phase, point, done, answer })]
    },
    undo(before, { data: { phase, point, done, answer } }): Undo | undefined {
      const was = pointOf(before, phase, point)
      return (
        was &&
        undoBy(settlePoint, { phase, point, done: was.done, answer: was.answer }, (now) => {
          const is = pointOf(now, phase, point)
          return is?.done === done && is.answer === answer
        })
      )
    },
    palette: 'not in the palette',
  },
)
