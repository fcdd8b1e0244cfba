import { z } from 'zod'
import { recordFitTest } from '../funnel/fit-tests.ts'
import { details, leadEvents, leadId, stages } from '../lead/lead.ts'
import { moveLead } from '../lead/move-lead.ts'
import { type Call, executing } from './call.ts'
import { changed, listState, message, pageQuery, time, wireEvent } from './schemas.ts'

/** A lead's event, as answers and live updates have it. */
export const leadEvent = wireEvent('LeadEvent', leadEvents)
const leadChanged = changed(leadEvent)

const admins = ['admin'] as const

/** A lead as lists show it; `clientId` is the client of that address, null while there is none. */
const wireLead = details.extend({
  id: z.string(),
  revision: z.int(),
  stage: z.enum(stages),
  /** How often they sent their details. */
  submissions: z.int(),
  firstAt: time,
  submittedAt: time,
  clientId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** Leads: visitors who passed the fit test and asked for prices, and their stages. */
export const leadCalls = {
  // The answer to a visitor says that it went well and no more: whether an address was known before is not disclosed, so that
  // an `If-Match`, which would find it out, is not taken.
  submitDetails: { summary: 'Ask for prices', roles: 'anyone', limit: 'details', body: details, answer: message },
  recordFitTest: {
    summary: 'Count a failed fit test',
    roles: 'anyone',
    limit: 'fitTest',
    body: recordFitTest.input,
    answer: message,
  },
  getLeads: {
    summary: 'Leads, those who asked last first',
    roles: admins,
    query: z.object({ stage: z.enum(stages).optional(), ...pageQuery }),
    answer: z.object({ data: z.array(wireLead), ...listState }),
  },
  getFitTests: {
    summary: 'Failed fit tests by day and question',
    roles: admins,
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: z.object({
      data: z.array(z.object({ day: z.string(), failed: z.int(), byQuestion: z.record(z.string(), z.int()) })),
    }),
  },
  moveLead: {
    summary: 'Note how far the conversation with a lead has come',
    roles: moveLead.roles,
    ...executing(moveLead, ({ leadId }) => leadId),
    ifMatch: true,
    answer: leadChanged,
    problems: [404],
  },
  convertLead: {
    summary: 'Note that a lead has become a client',
    roles: admins,
    body: z.object({ leadId }),
    ifMatch: true,
    answer: leadChanged,
    problems: [404],
  },
} as const satisfies Record<string, Call>

export type WireLead = z.infer<typeof wireLead>
