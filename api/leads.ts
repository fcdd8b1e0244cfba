import { Router } from 'express'
import { z } from 'zod'
import { accounts, isRegistered } from '#domain/account/account.ts'
import { recordFitTest, someVisitor } from '#domain/funnel/fit-tests.ts'
import { convertLead } from '#domain/lead/convert-lead.ts'
import { details, leadId, stages } from '#domain/lead/lead.ts'
import { moveLead } from '#domain/lead/move-lead.ts'
import type { LeadsAnswer } from '#domain/lead/row.ts'
import { submitDetails } from '#domain/lead/submit-details.ts'
import { latestFitTests } from '#projections/fit-tests.ts'
import { listLeads } from '#projections/leads.ts'
import { callsOn } from './call.ts'
import { caughtUp } from './caught-up.ts'
import type { Parts } from './parts.ts'
import { e164 } from './phone.ts'
import { requestOf } from './request.ts'
import { accountIdOf } from './session.ts'

/** What anybody may send without a session: bodies of these calls are small. */
export const smallCalls = ['/api/submit-details', '/api/record-fit-test']

const page = z.object({
  stage: z.enum(stages).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(2_000).optional(),
})
const span = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** Those who took the test and asked for prices, and what the staff makes of them. */
export function leadRoutes({ handler, sessions, projections }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  // Visitors are told that it went well and no more: whether an address was known before is nobody's business, so that
  // an `If-Match`, which would find it out, is not looked at.
  on.post('/api/submit-details', { may: 'everybody', limit: 'details', body: details }, async ({ body }, request) => {
    // A person is one id from the first contact on: that of the account which the address has, or would have.
    const id = accountIdOf(body.email)
    const lead = { ...body, phone: await e164(body.phone) }
    const { cause } = requestOf(request, someVisitor)
    const by = { id, name: body.name, role: 'client' } as const
    const { message } = await handler.handle(submitDetails, id, lead, { by, cause })
    return { message }
  })

  on.post(
    '/api/record-fit-test',
    { may: 'everybody', limit: 'fitTest', body: recordFitTest.input },
    async ({ body }, request) => {
      const today = new Date().toISOString().slice(0, 10)
      const { cause } = requestOf(request, someVisitor)
      const { message } = await handler.handle(recordFitTest, today, body, { by: someVisitor, cause })
      return { message }
    },
  )

  on.get('/api/get-leads', { may: ['admin'], query: page }, async ({ query }, request): Promise<LeadsAnswer> => {
    const fresh = await caughtUp(request, projections.leads, projections.accounts)
    const position = String(projections.leads.position)
    return { ...(await listLeads(projections, query)), position, ...(fresh ? {} : { stale: true }) }
  })

  on.get('/api/get-fit-tests', { may: ['admin'], query: span }, async ({ query }, request) => {
    await caughtUp(request, projections.fitTests)
    return { data: await latestFitTests(projections.fitTests, query.days) }
  })

  on.put('/api/move-lead', { may: moveLead.may, body: moveLead.input, changes: true }, ({ person, body }, request) =>
    handler.handle(moveLead, body.leadId, body, requestOf(request, person)),
  )

  const named = z.object({ leadId })
  on.put(
    '/api/convert-lead',
    { may: convertLead.may, body: named, changes: true },
    async ({ person, body }, request) => {
      const { state: account } = await handler.folded(accounts, body.leadId)
      const clientId = isRegistered(account) && account.role === 'client' ? body.leadId : undefined
      return handler.handle(convertLead, body.leadId, { leadId: body.leadId, clientId }, requestOf(request, person))
    },
  )

  return router
}
