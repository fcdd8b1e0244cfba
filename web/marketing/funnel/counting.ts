import type { FitAnswers } from '#domain/funnel/fit-test.ts'
import type { ShownStep } from '#domain/funnel/steps.ts'
import { call } from '#web/api.ts'
import { sessionStore } from '#web/kit/storage.ts'

const key = 'funnel-ticket'

/** What is counted is counted in its order: each step needs the ticket of the one before. */
let queue: Promise<void> = Promise.resolve()

/** Makes a call that counts, after those before it. Whatever becomes of it, the visitor goes on. */
function enqueue(count: (ticket: string | undefined) => Promise<{ ticket?: string | undefined }>): void {
  queue = queue.then(async () => {
    try {
      keepTicket(await count(sessionStore.get(key)))
    } catch {
      // Not counted.
    }
  })
}

/** Keeps the ticket that an answer has, for the next step. */
export function keepTicket({ ticket }: { ticket?: string | undefined }): void {
  if (ticket !== undefined) sessionStore.set(key, ticket)
}

/** The ticket of the furthest step, as the body of a call has it that makes the next one. */
export async function ticket(): Promise<{ ticket?: string }> {
  await queue
  const kept = sessionStore.get(key)
  return kept === undefined ? {} : { ticket: kept }
}

/** Counts a visitor who sees the funnel: once for this window, and without a word about who it is. */
export function countVisit(): void {
  enqueue(async (kept) => (kept === undefined ? call('beginFunnel', { body: {} }) : {}))
}

/** Counts that the visitor came to a step, where the server does not know it by another call; also of one who leaves at once. */
export function countStep(step: ShownStep): void {
  enqueue(async (kept) =>
    kept === undefined ? {} : call('recordFunnelStep', { body: { ticket: kept, step }, keepalive: true }),
  )
}

/** Counts a test that was sent, and by what it was failed. */
export function countTest(answers: FitAnswers): void {
  enqueue((kept) => call('recordFitTest', { body: { answers, ...(kept === undefined ? {} : { ticket: kept }) } }))
}

/** Forgets the ticket: the way has led to an account. */
export const forgetTicket = (): void => sessionStore.remove(key)
