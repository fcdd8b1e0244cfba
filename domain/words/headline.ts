import type { Role } from '../event.ts'
import { type Progress, type Side, turnOf, workOf } from '../order/turn.ts'

/** The first words of a page: where its reader is, and what is next. Each is a whole sentence. */
export type Headline = { title: string; next?: string }

/** What each role reads of an order: `work` is the name of a step as its agency wrote it, `day` is `Friday`. */
const sentences = {
  client: {
    completed: 'Your project is completed.',
    allDone: 'We’ll complete the project next.',
    message: 'Our turn: Reply to your message.',
    turn: {
      client: (work: string) => `Your turn: ${work}.`,
      agency: (work: string) => `Our turn: ${work}.`,
    },
    follows: {
      client: (work: string) => `Then your turn: ${work}.`,
      agency: (work: string) => `Then our turn: ${work}.`,
    },
  },
  admin: {
    completed: 'This project is completed.',
    allDone: 'You can complete the project now.',
    message: 'Our turn: Reply to the client’s message.',
    turn: {
      client: (work: string) => `Waiting for the client: ${work}.`,
      agency: (work: string) => `Our turn: ${work}.`,
    },
    follows: {
      client: (work: string) => `Then the client’s turn: ${work}.`,
      agency: (work: string) => `Then our turn: ${work}.`,
    },
  },
}

/**
 * What happens now on an order, whose turn it is, since when, and what is next, to its client or to the agency: the first
 * words of its page, and those of its row. `inWords` says an instant as it stands behind `since`: `Friday`.
 */
export function statusSummary(order: Progress, viewer: Role, inWords: (at: string) => string): Headline {
  const says = sentences[viewer]
  if (order.status === 'cancelled') return { title: 'This project was cancelled.' }
  if (order.status === 'completed') return { title: says.completed }
  const turn = turnOf(order)!
  const { with: side, since, reason, next } = turn
  const work = workOf(turn)
  if (!work) return { title: 'All steps are done.', next: says.allDone }
  const isStep = reason === 'step'
  return {
    title: reason === 'message' ? says.message : says.turn[side](work),
    next: `${isStep ? 'Since' : 'Waiting since'} ${inWords(since)}. ${following(says.follows, side, next)}`,
  }
}

function following(
  follows: (typeof sentences)[Role]['follows'],
  side: Side,
  next: NonNullable<ReturnType<typeof turnOf>>['next'],
): string {
  if (!next) return 'This is the last step.'
  return next.with === side ? `Next: ${next.step.value}.` : follows[next.with](next.step.value)
}
