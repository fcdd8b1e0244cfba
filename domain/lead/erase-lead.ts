import { z } from 'zod'
import { leadCommand, leadId } from './lead.ts'

/** Forgets a lead who is erased. */
export const eraseLead = leadCommand({
  input: z.object({ leadId }),
  success: 'Data deleted',
  decide: () => [{ type: 'LeadErased', data: {} }],
})
