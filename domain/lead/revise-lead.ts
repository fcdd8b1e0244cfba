import { z } from 'zod'
import { clear, defineCommand, defineEvent, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { ofThisCentury } from '#domain/time-zone.ts'
import { byStaff, type Lead, leadId } from './lead.ts'

/** An admin’s note on a lead: several lines, and nothing that turns around the lines it stands on. */
const note = z
  .string()
  .trim()
  .max(2_000, 'Please use at most 2,000 characters')
  .regex(/^(?:[\n\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'Please enter plain text')

/** When to ask a lead again: ISO 8601, UTC, with milliseconds; within this century. */
const followUpAt = ofThisCentury(z.iso.datetime({ precision: 3, error: 'Please enter a date and a time' }))

/** An empty note takes it away. */
export const LeadNoted = defineEvent(
  'LeadNoted',
  { note: personal(z.string(), '') },
  {
    kind: 'leads.answers',
    sentence: ({ note }) => (note === '' ? 'Removed the note' : 'Updated the note'),
    apply({ note: _, noteBy: __, ...lead }: Lead, { note }, { by }): Lead {
      return note === '' ? lead : { ...lead, note, noteBy: by.name }
    },
  },
)

/** Why it was lost. An empty reason takes it away. */
export const LossExplained = defineEvent(
  'LossExplained',
  { reason: personal(z.string(), '') },
  {
    kind: 'leads.answers',
    sentence: ({ reason }) => (reason === '' ? 'Removed the loss reason' : 'Added the loss reason'),
    apply: ({ lossReason: _, lossReasonBy: __, ...lead }: Lead, { reason }, { by }): Lead =>
      reason === '' ? lead : { ...lead, lossReason: reason, lossReasonBy: by.name },
  },
)

/** Null: nothing is planned any more. */
export const FollowUpScheduled = defineEvent(
  'FollowUpScheduled',
  { at: clear(z.string().nullable()) },
  {
    kind: 'leads.answers',
    sentence: ({ at }) => (at === null ? 'Removed the follow-up date' : 'Set the follow-up date'),
    apply({ followUpAt: _, followUpBy: __, ...lead }: Lead, { at }, { by }): Lead {
      return at === null ? lead : { ...lead, followUpAt: at, followUpBy: by.name }
    },
  },
)

const input = z.object({
  leadId,
  note: note.optional(),
  followUpAt: followUpAt.nullable().optional(),
  lossReason: note.max(200, 'Please use at most 200 characters').optional(),
})

/** Writes the note of a lead, its next date, and why it was lost: each by itself. What is left out stays. */
export const reviseLead = defineCommand('updateLead', input, {
  ...byStaff,
  summary: 'Update a lead’s note, follow-up date and loss reason',
  call: 'PUT /api/update-lead',
  success: 'Saved',
  decide(lead, { note = lead.note ?? '', followUpAt = lead.followUpAt ?? null, lossReason = lead.lossReason ?? '' }) {
    const isExplained = lossReason !== (lead.lossReason ?? '')
    if (isExplained && lead.stage !== 'lost') throw new Refusal('Only a lost lead can have a loss reason')
    return [
      ...(note === (lead.note ?? '') ? [] : [LeadNoted({ note })]),
      ...(followUpAt === (lead.followUpAt ?? null) ? [] : [FollowUpScheduled({ at: followUpAt })]),
      ...(isExplained ? [LossExplained({ reason: lossReason })] : []),
    ]
  },
})
