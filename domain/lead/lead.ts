import { z } from 'zod'
import { registration } from '../account/register.ts'
import type { Command } from '../command.ts'
import type { Aggregate, EventOf, Recorded } from '../event.ts'
import { fitAnswers } from '../funnel/fit-test.ts'

export const stages = ['new', 'contacted', 'won', 'lost'] as const
export type Stage = (typeof stages)[number]

const { name, email, phone } = registration.shape

const figure = z
  .number('Please enter a number')
  .min(0, 'Please enter 0 or more')
  .max(1_000_000_000, 'Please enter a smaller number')
  .optional()

/** What the details form sends. The route brings the phone number into E.164. */
export const details = z.object({
  name,
  email,
  phone,
  source: z.literal('customer-filter', 'The source is missing or invalid'),
  /** Years in business, and the other figures of the form. */
  years: figure,
  employees: figure,
  roles: figure,
  customers: figure,
  /** The fit test that came before. */
  answers: fitAnswers.optional(),
})

export type Details = z.infer<typeof details>

/** What an admin notes of a lead: several lines, and nothing that turns around the lines it stands on. */
export const note = z
  .string()
  .trim()
  .max(2_000, 'Please use at most 2,000 characters')
  .regex(/^(?:\n|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, 'Please enter plain text')

/** When to ask a lead again: ISO 8601, UTC, with milliseconds; within this century. */
export const followUpAt = z.iso
  .datetime({ precision: 3, error: 'Please enter a date and a time' })
  .regex(/^20/, 'Please enter a date between 2000 and 2099')

/** The data of each event by its type. */
export const leadEvents = {
  LeadSubmitted: details,
  LeadMoved: z.object({ stage: z.enum(stages) }),
  LeadConverted: z.object({ clientId: z.string().optional() }),
  /** An empty note takes it away. */
  LeadNoted: z.object({ note: z.string() }),
  /** Why it was lost. An empty reason takes it away. */
  LossExplained: z.object({ reason: z.string() }),
  /** Null: nothing is planned any more. */
  FollowUpScheduled: z.object({ at: z.string().nullable() }),
  /** Nothing is known of them any more. Who asks with the address from now on is a new lead. */
  LeadErased: z.object({}),
}
export type LeadEvent = EventOf<typeof leadEvents>

/** What a visitor sent with the address of a lead, under another name or phone number. */
export type OtherSubmission = { name: string; phone: string; at: string } & Pick<
  Details,
  'years' | 'employees' | 'roles' | 'customers'
>

/** A visitor who asked for prices. What they leave out the second time is kept from the first. */
export type Lead = Details & {
  stage: Stage
  /** Since when it stands there, and by whose hand: no one's when it was the lead that asked. */
  stageAt: string
  stageBy?: string
  note?: string
  noteBy?: string
  /** Why it was lost, as long as it is. */
  lossReason?: string
  lossReasonBy?: string
  /** When to ask them again. */
  followUpAt?: string
  followUpBy?: string
  /** What the form was sent with under another name or phone number: anyone may have sent it. The latest five. */
  others: OtherSubmission[]
  /** How often they sent their details. */
  submissions: number
  firstAt: string
  submittedAt: string
  /** The client they have become. */
  clientId?: string
}

export const leads: Aggregate<Lead, LeadEvent> = {
  name: 'lead',
  initial: {
    name: '',
    email: '',
    phone: '',
    source: 'customer-filter',
    stage: 'new',
    stageAt: '',
    others: [],
    submissions: 0,
    firstAt: '',
    submittedAt: '',
  },
  evolve(lead: Lead, { type, data, at, by }: Recorded<LeadEvent>): Lead {
    switch (type) {
      case 'LeadSubmitted': {
        const asked = { ...lead, ...taken(lead, data, at), submissions: lead.submissions + 1, submittedAt: at }
        // A lost lead that asks again is to be called again.
        if (lead.submissions > 0 && lead.stage !== 'lost') return asked
        const { stageBy: _, ...unmoved } = unexplained(asked)
        return { ...unmoved, firstAt: lead.firstAt || at, stage: 'new', stageAt: at }
      }
      case 'LeadMoved':
        return {
          ...(data.stage === 'lost' ? lead : unexplained(lead)),
          stage: data.stage,
          stageAt: at,
          stageBy: by.name,
        }
      case 'LeadConverted':
        return {
          ...unexplained(lead),
          ...data,
          stage: 'won',
          ...(lead.stage === 'won' ? {} : { stageAt: at, stageBy: by.name }),
        }
      case 'LeadNoted': {
        const { note: _, noteBy: __, ...rest } = lead
        return data.note === '' ? rest : { ...rest, note: data.note, noteBy: by.name }
      }
      case 'LossExplained':
        return data.reason === '' ? unexplained(lead) : { ...lead, lossReason: data.reason, lossReasonBy: by.name }
      case 'FollowUpScheduled': {
        const { followUpAt: _, followUpBy: __, ...rest } = lead
        return data.at === null ? rest : { ...rest, followUpAt: data.at, followUpBy: by.name }
      }
      case 'LeadErased':
        return leads.initial
    }
  },
}

/** A lead that is not lost, or lost for no reason that is known. */
function unexplained({ lossReason: _, lossReasonBy: __, ...lead }: Lead): Lead {
  return lead
}

/** How many other names and phone numbers are kept. */
const maxOthers = 5

/**
 * What a form changes of a lead. Anyone may send one with anyone's address: the first name and phone number stay, and what
 * comes under another is kept beside them, whoever it is of.
 */
function taken({ submissions, name, phone, others }: Lead, details: Details, at: string): Partial<Lead> {
  if (submissions === 0 || (name === details.name && phone === details.phone)) return details
  const { name: otherName, phone: otherPhone, years, employees, roles, customers } = details
  const other = { name: otherName, phone: otherPhone, at, years, employees, roles, customers }
  const before = others.filter((each) => each.name !== otherName || each.phone !== otherPhone)
  return { others: [...before, other].slice(-maxOthers) }
}

export const leadId = z
  .string('The lead id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The lead id is missing or invalid')

/** An action of the staff on a lead there is. */
export const leadCommand = <Input extends { leadId: string }>(
  command: Omit<Command<Lead, LeadEvent, Input>, 'aggregate' | 'roles' | 'visible'>,
): Command<Lead, LeadEvent, Input> => ({
  aggregate: leads,
  roles: ['admin'],
  visible: (lead) => lead.submissions > 0,
  ...command,
})
