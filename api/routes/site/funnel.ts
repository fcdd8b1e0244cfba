import type { AppContext } from '#api/app-context.ts'
import { caughtUp } from '#api/http/caught-up.ts'
import type { Routes } from '#api/http/router.ts'
import { failures } from '#domain/site/fit-test.ts'
import { anonymousVisitor, fitTestCommands } from '#domain/site/fit-tests.ts'
import { recordFunnelStep } from '#domain/site/steps.ts'
import { funnelOf, latestFitTests } from '#projections/site/funnel.ts'
import type { FunnelCounter } from './funnel-counter.ts'

/** The funnel's numbers: how far visitors come, and where the fit test fails. */
export const funnelRoutes = ({ sessions, projections, now }: AppContext, funnel: FunnelCounter) =>
  ({
    async beginFunnel({ request }) {
      const { success: message } = recordFunnelStep
      // An admin who looks at the site is no visitor.
      const found = await sessions.authenticate(request.headers.cookie)
      if (found?.person.role === 'admin') return { message }
      const ticket = await funnel.begin(request.get('Idempotency-Key'))
      return ticket === undefined ? { message } : { message, ticket }
    },

    async recordFunnelStep({ body: { ticket, step } }) {
      const next = await funnel.advance(ticket, step)
      return { message: recordFunnelStep.success, ...(next === undefined ? {} : { ticket: next }) }
    },

    async recordFitTest({ body: { ticket, answers }, execute }) {
      const today = new Date(now()).toISOString().slice(0, 10)
      const { message } = await execute(fitTestCommands.recordFitTest, today, { answers }, { by: anonymousVisitor })
      return { message, ...(await funnel.tell(ticket, failures(answers).length > 0 ? 'failed' : 'success')) }
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
