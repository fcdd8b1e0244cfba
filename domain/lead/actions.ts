import { commandsOn, dataOf, defineAggregate, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { initial } from './lead.ts'
import { convertLead, eraseLead, LeadConverted, LeadErased, LeadMoved, moveLead } from './move-lead.ts'
import { FollowUpScheduled, LeadNoted, LossExplained, reviseLead } from './revise-lead.ts'
import { LeadSubmitted, submitDetails } from './submit-details.ts'

/** The events of a lead. */
export const leadEvents = {
  LeadSubmitted,
  LeadMoved,
  LeadConverted,
  LeadNoted,
  LossExplained,
  FollowUpScheduled,
  LeadErased,
}

/** The events of a lead, as they are stored. */
export type LeadEvent = EventsOf<typeof leadEvents>

/** A lead's event, as answers and live updates have it. */
export const leadEvent = wireEvent('LeadEvent', dataOf(leadEvents))

/** One stream a lead: its id is that of the account which its address has, or would have. */
export const leads = defineAggregate({
  name: 'lead',
  initial,
  events: leadEvents,
  live: { to: 'admins', as: leadEvent },
})

/** The commands of visitors. */
export const visitorCommands = commandsOn(leads, { submitDetails })

/** The commands of the staff on leads. */
export const leadCommands = commandsOn(leads, { moveLead, reviseLead, convertLead, eraseLead })
