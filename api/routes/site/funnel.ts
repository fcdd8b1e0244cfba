import { randomBytes } from 'node:crypto'
import type { AppContext } from '#api/app-context.ts'
import { caughtUp } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { digestOf, keyedDigest } from '#api/secrets.ts'
import { Refusal } from '#domain/command.ts'
import { failures } from '#domain/site/fit-test.ts'
import { anonymousVisitor, fitTestCommands } from '#domain/site/fit-tests.ts'
import { type FunnelStep, funnelCommands, leadsTo, recordFunnelStep } from '#domain/site/steps.ts'
import { isUnchangeable, KeyReused } from '#infra/events/command-handler.ts'
import { isSame } from '#infra/secret.ts'
import { insteadOf, isUnavailable } from '#infra/unavailable.ts'
import { funnelOf, latestFitTests } from '#projections/site/funnel.ts'

/** The funnel's numbers: how far visitors come, and where the fit test fails. */
export const funnelRoutes = ({ sessions, projections, now }: AppContext, funnel: FunnelCounter) =>
  ({
    async beginFunnel({ request }) {
      const { success: message } = recordFunnelStep
      // An admin who looks at the site is no visitor.
      const found = await sessions.authenticate(request.headers.cookie)
      if (found?.person.role === 'admin') return { message }
      return { message, ticket: await funnel.begin(request.get('Idempotency-Key')) }
    },

    async recordFunnelStep({ body: { ticket, step } }) {
      return { message: recordFunnelStep.success, ticket: await funnel.advance(ticket, step) }
    },

    async recordFitTest({ body: { ticket, answers }, execute }) {
      const today = new Date(now()).toISOString().slice(0, 10)
      const { message } = await execute(fitTestCommands.recordFitTest, today, { answers }, { by: anonymousVisitor })
      const step = failures(answers).length > 0 ? 'failed' : 'success'
      return { message, ticket: await funnel.advanceIfAvailable(ticket, step) }
    },

    async getFunnel({ query, request }) {
      await caughtUp(request, projections.funnel)
      return funnelOf(projections.funnel, query.days, now())
    },

    async getFitTests({ query, request }) {
      await caughtUp(request, projections.fitTests)
      return { data: await latestFitTests(projections.fitTests, query.days) }
    },
  }) satisfies Partial<Routes>

/**
 * How long a visitor may take from the first step to the last, in milliseconds. It ends before the command handler
 * forgets the first step, so that no ticket counts twice.
 */
const maxRunMs = 20 * 60 * 60 * 1000

/** A visitor's way so far: when it began, its own random name, and the furthest step. */
type Run = { began: number; name: string; step: FunnelStep }

export type FunnelCounter = ReturnType<typeof createFunnelCounter>

/**
 * Counts the steps of visitors without knowing them. Each step is answered with a ticket, signed by the server, that
 * the next one needs. So a step is counted once, only after the one before it, and only where the funnel's rules have
 * it. Nothing of a ticket is stored but a digest.
 */
export function createFunnelCounter({ handler, secret, now }: Pick<AppContext, 'handler' | 'secret' | 'now'>) {
  const sign = keyedDigest(secret, 'funnel')

  const ticketOf = ({ began, name, step }: Run): string => {
    const text = `${began.toString(36)}.${name}.${step}`
    return `${text}.${sign(text)}`
  }

  function runOf(ticket: string): Run | undefined {
    const [, text, began, name, step, signature] =
      /^(([\da-z]{1,12})\.([\w-]{22})\.([a-z]+))\.([\w-]{43})$/.exec(ticket) ?? []
    if (!text || !isSame(sign(text), signature!)) return undefined
    const run = { began: Number.parseInt(began!, 36), name: name!, step: step as FunnelStep }
    return now() - run.began < maxRunMs ? run : undefined
  }

  /** Counts a step of a run. Undefined when it is not counted. */
  async function count({ began, name }: Run, step: FunnelStep, from?: FunnelStep): Promise<string | undefined> {
    const day = new Date(began).toISOString().slice(0, 10)
    // A step can be left once: a second way on from it is refused, and the same one repeated changes nothing.
    const cause = { key: digestOf('funnel', name, from ?? ''), body: digestOf(step) }
    const counted = await handler
      .handle(funnelCommands.recordFunnelStep, day, { step, from }, { by: anonymousVisitor, cause })
      .catch(insteadOf((error) => error instanceof KeyReused || error instanceof Refusal, undefined))
    const event = counted?.events[0]
    // A repeated start keeps the time of the first.
    return event && ticketOf({ began: from === undefined ? Date.parse(event.at) : began, name, step })
  }

  async function advance(ticket: string | undefined, step: FunnelStep): Promise<string | undefined> {
    const run = ticket === undefined ? undefined : runOf(ticket)
    if (!run) return undefined
    return leadsTo[run.step].includes(step) ? count(run, step, run.step) : ticket
  }

  return {
    /**
     * Counts a visitor who begins, and answers the ticket for the next step; undefined when no more are counted today.
     * The same request repeated (`key` is its own) is one visitor.
     */
    begin(key?: string): Promise<string | undefined> {
      const name = key === undefined ? randomBytes(16).toString('base64url') : sign('begin', key).slice(0, 22)
      return count({ began: now(), name, step: 'start' }, 'start')
    },

    /**
     * Counts a step that the ticket leads to. Returns the ticket for the step after it, or the same one where there is
     * nothing to count, as on the way back. It returns none when the ticket has expired.
     */
    advance,

    /**
     * The same for a step that another call has made. That call was done
     * whether or not it can be counted: a store that is away, or damage to that day’s steps, is no reason to answer
     * otherwise.
     */
    advanceIfAvailable(ticket: string | undefined, step: FunnelStep): Promise<string | undefined> {
      const cannotCount = (error: unknown) => isUnavailable(error) || isUnchangeable(error)
      return advance(ticket, step).catch(insteadOf(cannotCount, undefined))
    },
  }
}
