import { z } from 'zod'
import { Refusal } from '../command.ts'
import { followUpAt, type LeadEvent, leadCommand, leadId, note } from './lead.ts'

/** Writes the note of a lead, its next date, and why it was lost: each by itself. What is left out stays. */
export const reviseLead = leadCommand({
  input: z.object({
    leadId,
    note: note.optional(),
    followUpAt: followUpAt.nullable().optional(),
    lossReason: note.max(200, 'Please use at most 200 characters').optional(),
  }),
  success: 'Saved',
  decide(lead, { note, followUpAt, lossReason }) {
    const events: LeadEvent[] = []
    if (note !== undefined && note !== (lead.note ?? '')) events.push({ type: 'LeadNoted', data: { note } })
    if (followUpAt !== undefined && followUpAt !== (lead.followUpAt ?? null)) {
      events.push({ type: 'FollowUpScheduled', data: { at: followUpAt } })
    }
    if (lossReason !== undefined && lossReason !== (lead.lossReason ?? '')) {
      if (lead.stage !== 'lost') throw new Refusal('Only a lost lead can have a loss reason')
      events.push({ type: 'LossExplained', data: { reason: lossReason } })
    }
    return events
  },
})
