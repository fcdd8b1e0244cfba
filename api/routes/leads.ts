import { accounts, isRegistered } from '#domain/account/account.ts'
import { anonymousVisitor, recordFitTest } from '#domain/funnel/fit-tests.ts'
import { convertLead } from '#domain/lead/convert-lead.ts'
import { submitDetails } from '#domain/lead/submit-details.ts'
import { latestFitTests } from '#projections/models/fit-tests.ts'
import { listLeads } from '#projections/models/leads.ts'
import type { AppContext } from '../app-context.ts'
import { caughtUp } from '../http/caught-up.ts'
import type { Routes } from '../http/router.ts'
import { accountIdOf } from '../http/session.ts'
import { e164 } from '../phone.ts'

/** Leads: visitors who passed the test and asked for prices, and their stages. */
export const leadRoutes = ({ handler, projections }: AppContext) =>
  ({
    async submitDetails({ body, execute }) {
      // A person is one id from the first contact on: that of the account which the address has, or would have.
      const id = accountIdOf(body.email)
      const lead = { ...body, phone: await e164(body.phone) }
      const { message } = await execute(submitDetails, id, lead, { by: { id, name: body.name, role: 'client' } })
      return { message }
    },

    async recordFitTest({ body, execute }) {
      const today = new Date().toISOString().slice(0, 10)
      const { message } = await execute(recordFitTest, today, body, { by: anonymousVisitor })
      return { message }
    },

    async getLeads({ query, request }) {
      const fresh = await caughtUp(request, projections.leads, projections.accounts)
      const position = String(projections.leads.position)
      return { ...(await listLeads(projections, query)), position, ...(fresh ? {} : { stale: true as const }) }
    },

    async getFitTests({ query, request }) {
      await caughtUp(request, projections.fitTests)
      return { data: await latestFitTests(projections.fitTests, query.days) }
    },

    async convertLead({ body: { leadId }, execute }) {
      const { state: account } = await handler.load(accounts, leadId)
      const clientId = isRegistered(account) && account.role === 'client' ? leadId : undefined
      return execute(convertLead, leadId, { leadId, clientId }, { same: leadId })
    },
  }) satisfies Partial<Routes>
