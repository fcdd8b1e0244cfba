import { z } from 'zod'
import { clear, defineCommand, defineEvent, noData } from '#domain/action.ts'
import { byStaff, initial, type Lead, leadId, stages, unexplained } from './lead.ts'

export const LeadMoved = defineEvent(
  'LeadMoved',
  {
    stage: z.enum(stages),
    /** Whether it takes a move back. */
    back: z.boolean().optional(),
  },
  {
    kind: 'leads.answers',
    sentence: ({ stage }) => `Moved to ${stage}`,
    apply(lead: Lead, { stage, back }, { at, by }): Lead {
      const { stageBy: _, ...rest } = unexplained(lead)
      if (back && lead.before) return { ...rest, ...lead.before }
      const { stageBy, lossReason, lossReasonBy } = lead
      const before = {
        ...{ stage: lead.stage, stageAt: lead.stageAt },
        ...(stageBy === undefined ? {} : { stageBy }),
        ...(lossReason === undefined ? {} : { lossReason, lossReasonBy }),
      }
      return { ...rest, stage, stageAt: at, stageBy: by.name, before }
    },
  },
)

export const LeadConverted = defineEvent(
  'LeadConverted',
  { clientId: clear(z.string().optional()) },
  {
    kind: 'leads.answers',
    sentence: ({ clientId }) => (clientId === undefined ? 'Marked as won' : 'Became a client'),
    apply: (lead: Lead, client, { at, by }): Lead => ({
      ...unexplained(lead),
      ...client,
      stage: 'won',
      ...(lead.stage === 'won' ? {} : { stageAt: at, stageBy: by.name }),
    }),
  },
)

/** Records the stage of a lead. Any stage may follow any other. `back`: whether it restores what the last move changed. */
export const moveLead = defineCommand(
  'moveLead',
  z.object({ leadId, stage: z.enum(stages, 'The stage is missing or invalid'), back: z.boolean().optional() }),
  {
    ...byStaff,
    summary: 'Set a lead’s stage',
    call: 'PUT /api/move-lead',
    success: 'Lead moved',
    decide(lead, { stage, back }) {
      if (lead.stage === stage) return []
      return [LeadMoved(back && lead.before?.stage === stage ? { stage, back } : { stage })]
    },
  },
)

/**
 * Records that a lead has become a client. `clientId` is the client account of the lead's address, if there is one: the
 * caller has looked it up. Without one nothing is prepared; the list shows the client as soon as that address registers.
 */
export const convertLead = defineCommand('convertLead', z.object({ leadId, clientId: z.string().optional() }), {
  ...byStaff,
  summary: 'Mark a lead as won and invite them by email',
  call: 'PUT /api/convert-lead',
  logged: { admin: 'won a lead' },
  route: () => ({ limit: 'invitation', body: z.object({ leadId }) }),
  success: 'Lead marked as won',
  decide(lead, { clientId }) {
    if (lead.stage === 'won' && (clientId === undefined || clientId === lead.clientId)) return []
    return [LeadConverted(clientId === undefined ? {} : { clientId })]
  },
})

/** The lead was erased: nothing is known of them any more. A form with the address from now on makes a new lead. */
export const LeadErased = defineEvent('LeadErased', noData, {
  kind: 'leads.requests',
  sentence: 'Data deleted',
  apply: () => initial,
})

/** Forgets a lead who is erased. */
export const eraseLead = defineCommand('eraseLead', z.object({ leadId }), {
  ...byStaff,
  success: 'Data deleted',
  decide: () => [LeadErased({})],
})
