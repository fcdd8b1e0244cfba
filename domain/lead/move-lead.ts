import { z } from 'zod'
import { leadAction, leadId, stages } from './lead.ts'

/** Notes how far the conversation with somebody has come. Any stage may follow any other. */
export const moveLead = leadAction({
  input: z.object({ leadId, stage: z.enum(stages, 'Which stage?') }),
  done: 'Lead moved',
  decide(lead, { stage }) {
    if (lead.stage === stage) return []
    return [{ type: 'LeadMoved', data: { stage } }]
  },
})
