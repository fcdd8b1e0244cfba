import { z } from 'zod'
import { callsOf } from '#domain/action.ts'
import { leadCommands, leadEvent, visitorCommands } from '#domain/lead/actions.ts'
import { details, leadId, progress, stages } from '#domain/lead/lead.ts'
import { fitTestCommands } from '#domain/site/fit-tests.ts'
import { funnelCommands, funnelSteps, funnelTicket } from '#domain/site/steps.ts'
import type { Call } from './call.ts'
import { changed, instant, listState, message, pageQuery, readState, role, time, wireEvent } from './schemas.ts'

/** The state of an invitation, as admins hear it live: without any data of the account. */
export const invitationEvent = wireEvent('InvitationEvent', {
  AdminInvited: z.object({}),
  ClientInvited: z.object({}),
  InvitationWithdrawn: z.object({}),
  AccountRegistered: z.object({ role }),
})

const reads = { scope: 'leads:read', roles: ['admin'] } as const

/** A lead as lists show it; `clientId` is the client of that address, null while there is none. */
const wireLead = details.extend({
  id: z.string(),
  revision: z.int(),
  ...progress.shape,
  clientId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** A lead in a list; `alike` when another one may be the same person. */
const listedLead = wireLead.extend({ alike: z.boolean() })

/** Another lead, or a client, who may be the same person. */
const alike = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The stage of the lead; absent when it is a client who never asked for prices. */
  stage: z.enum(stages).optional(),
  /** The properties they have in common. Neither proves anything. */
  by: z.enum(['phone', 'mailbox']),
})

/** The filter of leads, of all or of a stage. */
const leadFilter = {
  /** Leads to be asked again before this time. */
  dueBefore: instant.optional(),
  /** Leads that were contacted without a next date. */
  undated: z.literal('true').optional(),
  /** Every word, from its beginning, in name or address; or a part of the phone number. */
  search: z.string().max(120).optional(),
}

/** The query of a list of leads. */
export const leadsShown = z.object({
  stage: z.enum(stages).optional(),
  /** The part of the stage's column: from a time, and up to another. */
  from: instant.optional(),
  to: instant.optional(),
  ...leadFilter,
})

const instantPattern = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'

/** A part of a column, `new:from/to`: from a time, and up to another; either may be left out. */
const range = z
  .string()
  .regex(
    new RegExp(`^(new|contacted|won|lost):(${instantPattern})?/(${instantPattern})?$`),
    'Please enter a range like new:2026-11-09T18:30:00.000Z/',
  )

/** Leads: visitors who passed the fit test and asked for prices, and their stages. */
export const leadCalls = {
  beginFunnel: {
    endpoint: 'POST /api/begin-funnel',
    summary: 'Count an anonymous visitor of the funnel',
    roles: 'anyone',
    limit: 'funnelStart',
    body: z.strictObject({}),
    answer: message.extend({ ticket: funnelTicket.optional() }),
  },
  getFunnel: {
    endpoint: 'GET /api/get-funnel',
    summary: 'Visitors per funnel step, and where they left',
    waits: true,
    ...reads,
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: z.object({
      /** The days of the period, in UTC, as `2026-11-16`. */
      from: z.string(),
      to: z.string(),
      steps: z.array(z.object({ step: z.enum(funnelSteps), reached: z.int(), stopped: z.int() })),
      /** How many went from the prices to the register form without the offerings. */
      straightOn: z.int(),
      /** The days on which more began than are counted. */
      fullDays: z.int(),
    }),
  },
  getLeads: {
    endpoint: 'GET /api/get-leads',
    summary: 'List leads, latest request first, or one stage in its own order',
    ...reads,
    query: leadsShown.extend(pageQuery),
    answer: z.object({ data: z.array(listedLead), ...listState }),
  },
  getLeadCounts: {
    endpoint: 'GET /api/get-lead-counts',
    summary: 'Count leads by stage, due date and time range',
    ...reads,
    query: z.object({
      /** The end of the day for those who ask. */
      dayEnds: instant,
      /** At most sixty ranges, with commas between them. */
      ranges: z
        .string()
        .max(5_000)
        .transform((text) => (text === '' ? [] : text.split(',')))
        .pipe(z.array(range).max(60))
        .optional(),
      ...leadFilter,
    }),
    answer: z.object({
      /** The number of leads that are meant, by stage. */
      stages: z.object({ new: z.int(), contacted: z.int(), won: z.int(), lost: z.int() }),
      /** The number of leads in each range, in the order of the request. */
      ranges: z.array(z.int()),
      all: z.int(),
      /** The number to be asked again before the day ends: those who are late among them. */
      today: z.int(),
      late: z.int(),
      /** Contacted, without a next date. */
      undated: z.int(),
      /** When the next of them will be late; null when nothing is planned. */
      nextDue: time.nullable(),
      ...readState,
    }),
  },
  getLead: {
    endpoint: 'GET /api/get-lead',
    summary: 'Get a lead with its client, invitation and possible duplicates',
    waits: true,
    ...reads,
    query: z.object({ id: leadId }),
    answer: z.object({
      lead: wireLead,
      /** The client of that address; `proven` when they have read a mail that was sent there. */
      client: z.object({ id: z.string(), name: z.string(), proven: z.boolean() }).nullable(),
      /** The invitation that is open. */
      invitation: z.object({ expires: time, role }).nullable(),
      /** Why no invitation is sent as the lead is converted, such as that the address is an admin’s; null where one is. */
      notInvited: z.string().nullable(),
      alike: z.array(alike),
    }),
    problems: [404],
  },
  getFitTests: {
    endpoint: 'GET /api/get-fit-tests',
    summary: 'Failed fit tests by day and question',
    waits: true,
    ...reads,
    query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: z.object({
      data: z.array(z.object({ day: z.string(), failed: z.int(), byQuestion: z.record(z.string(), z.int()) })),
    }),
  },
  ...callsOf({ ...visitorCommands, ...fitTestCommands }, {}),
  ...callsOf(funnelCommands, { unkeyed: true }), // a ticket is taken once
  ...callsOf(leadCommands, { ifMatch: true, answer: changed(leadEvent), problems: [404] }, ({ leadId }) => leadId),
} as const satisfies Record<string, Call>

export type WireLead = z.infer<typeof wireLead>
export type ListedLead = z.infer<typeof listedLead>
export type LeadAlike = z.infer<typeof alike>
