import { z } from 'zod'
import { leadCommand, leadId } from './lead.ts'

/**
 * Records that a lead has become a client. `clientId` is the client account of the lead's address, if there is one:
 * the caller has looked it up. Without one nothing is prepared; the list shows the client as soon as that address
 * registers.
 */
export const convertLead = leadCommand({
  input: z.object({ leadId, clientId: z.string().optional() }),
  success: 'Lead marked as won',
  decide(lead, { clientId }) {
    if (lead.stage === 'won' && (clientId === undefined || clientId === lead.clientId)) return []
    return [{ type: 'LeadConverted', data: clientId === undefined ? {} : { clientId } }]
  },
})
