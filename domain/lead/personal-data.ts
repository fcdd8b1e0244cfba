import { clear, type PersonalDataOf, personal } from '../personal-fields.ts'
import type { LeadEvent } from './lead.ts'

/** What of a lead's events is personal: all they said of themselves, and all that the staff noted of them. */
export const leadPersonalData: PersonalDataOf<LeadEvent> = {
  LeadSubmitted: {
    name: personal('erased'),
    email: personal(''),
    phone: personal(''),
    source: clear,
    years: personal(),
    employees: personal(),
    roles: personal(),
    customers: personal(),
    answers: personal(),
  },
  LeadMoved: clear,
  LeadErased: clear,
  LeadConverted: { clientId: clear },
  LeadNoted: { note: personal('') },
  LossExplained: { reason: personal('') },
  FollowUpScheduled: { at: clear },
}
