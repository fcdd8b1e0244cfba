import type { FitAnswers } from '#domain/site/fit-test.ts'
import type { ShownStep } from '#domain/site/steps.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { HttpError, isRetryable } from '#web/http.ts'
import { sessionStore } from '#web/kit/storage.ts'

const ticketKey = 'funnel-ticket'

/** A step or a test that is to be counted, and the `Idempotency-Key` by which it is counted once. */
type Counted = { key: string; step: ShownStep } | { key: string; answers: FitAnswers }

// The counts not answered yet: a page that is left takes the answer with it, and the ticket in it, so that the next one asks again.
const pendingKey = 'funnel-pending'
const list = { safeParse: (value: unknown) => (Array.isArray(value) ? { data: value as Counted[] } : {}) }
const pending = () => sessionStore.read(pendingKey, list) ?? []
const keepPending = (all: readonly Counted[]) => sessionStore.write(pendingKey, all)

/** The queue of counts, in their order: each step needs the ticket of the one before. */
let queue: Promise<void> = Promise.resolve()

/** Makes a call that counts, after those before it. Whatever becomes of it, the visitor goes on. */
function enqueue(count: (ticket: string | undefined) => Promise<{ ticket?: string | undefined }>): void {
  queue = queue.then(async () => {
    try {
      keepTicket(await count(sessionStore.get(ticketKey)))
    } catch {
      // Not counted.
    }
  })
}

/** Keeps the ticket that an answer has, for the next step. */
export function keepTicket({ ticket }: { ticket?: string | undefined }): void {
  if (ticket !== undefined) sessionStore.set(ticketKey, ticket)
}

/** The ticket of the furthest step, as the body of a call has it that makes the next one. */
export async function ticket(): Promise<{ ticket?: string }> {
  await queue
  const stored = sessionStore.get(ticketKey)
  return stored === undefined ? {} : { ticket: stored }
}

/** Counts a visitor who sees the funnel: once for this window, and without a word about who it is. */
export function countVisit(): void {
  enqueue(async (stored) => (stored === undefined ? call('beginFunnel', { body: {} }) : {}))
}

/** Counts that the visitor came to a step, where the server does not know it by another call; also of one who leaves at once. */
export const countStep = (step: ShownStep): void => begin({ key: newIdempotencyKey(), step })

/** Counts a test that was sent, and by what it was failed. */
export const countTest = (answers: FitAnswers): void => begin({ key: newIdempotencyKey(), answers })

function begin(counted: Counted): void {
  keepPending([...pending(), counted])
  count(counted)
}

function count(counted: Counted): void {
  enqueue(async (ticket) => {
    const answer = await record(counted, ticket).catch((error) => {
      if (error instanceof HttpError && isRetryable(error)) throw error
      return {} // refused: it would be again
    })
    keepPending(pending().filter(({ key }) => key !== counted.key))
    return answer
  })
}

/** Sends a count to the server; a step without the ticket of the one before is not counted. */
async function record(counted: Counted, ticket: string | undefined): Promise<{ ticket?: string | undefined }> {
  const options = { key: counted.key, keepalive: true }
  if ('answers' in counted) {
    const body = { answers: counted.answers, ...(ticket === undefined ? {} : { ticket }) }
    return call('recordFitTest', { body, ...options })
  }
  return ticket === undefined ? {} : call('recordFunnelStep', { body: { step: counted.step, ticket }, ...options })
}

/** The key under which a visitor's way through the funnel is stored, in their window. */
export const funnelKey = 'funnel'

/** Whether this window has a way through the funnel to go on with. */
export const isFunnelStored = (): boolean => sessionStore.get(funnelKey) !== undefined

/** Forgets the way and its ticket: it has led to an account. */
export function forgetFunnel(): void {
  for (const stored of [funnelKey, ticketKey, pendingKey]) sessionStore.remove(stored)
}

// First of all, the counts that the page before got no answer to.
for (const counted of pending()) count(counted)
