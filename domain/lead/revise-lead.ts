import { z } from 'zod'
import { followUpAt, type LeadEvent, leadCommand, leadId, note } from './lead.ts'

/** Writes the note and the next date of a lead: one of them, or both. What is left out stays. */
export const reviseLead = leadCommand({
  input: z.object({ leadId, note: note.optional(), followUpAt: followUpAt.nullable().optional() }),
  success: 'Saved',
  decide(lead, { note, followUpAt }) {
    const events: LeadEvent[] = []
    if (note !== undefined && note !== (lead.note ?? '')) events.push({ type: 'LeadNoted', data: { note } })
    if (followUpAt !== undefined && followUpAt !== (lead.followUpAt ?? null)) {
      events.push({ type: 'FollowUpScheduled', data: { at: followUpAt } })
    }
    return events
  },
})
