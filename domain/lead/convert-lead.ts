import { z } from 'zod'
import { leadAction, leadId } from './lead.ts'

/**
 * Notes that somebody has become a client. `clientId` is the client account of the lead's address, if there is one: whoever
 * asks has looked it up. Without one nothing is prepared; the list shows the client as soon as that address registers.
 */
export const convertLead = leadAction({
  input: z.object({ leadId, clientId: z.string().optional() }),
  done: 'Lead won',
  decide(lead, { clientId }) {
    if (lead.stage === 'won' && (clientId === undefined || clientId === lead.clientId)) return []
    return [{ type: 'LeadConverted', data: clientId === undefined ? {} : { clientId } }]
  },
})
