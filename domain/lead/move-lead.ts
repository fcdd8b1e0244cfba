import { z } from 'zod'
import { leadCommand, leadId, stages } from './lead.ts'

/** Records the stage of a lead. Any stage may follow any other. */
export const moveLead = leadCommand({
  input: z.object({ leadId, stage: z.enum(stages, 'The stage is missing or invalid') }),
  success: 'Lead moved',
  decide(lead, { stage }) {
    if (lead.stage === stage) return []
    return [{ type: 'LeadMoved', data: { stage } }]
  },
})
