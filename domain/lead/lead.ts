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
  .min(0, 'Please enter a number that is not below 0')
  .max(1_000_000_000, 'Please enter a smaller number')
  .optional()

/** What the details form sends. The route brings the phone number into E.164. */
export const details = z.object({
  name,
  email,
  phone,
  source: z.literal('customer-filter', 'Where do these details come from?'),
  /** Years in business, and the other figures of the form. */
  years: figure,
  employees: figure,
  roles: figure,
  customers: figure,
  /** The fit test that came before. */
  answers: fitAnswers.optional(),
})

export type Details = z.infer<typeof details>

/** The data of each event by its type. */
export const leadEvents = {
  LeadSubmitted: details,
  LeadMoved: z.object({ stage: z.enum(stages) }),
  LeadConverted: z.object({ clientId: z.string().optional() }),
}
export type LeadEvent = EventOf<typeof leadEvents>

/** A visitor who asked for prices. What they leave out the second time is kept from the first. */
export type Lead = Details & {
  stage: Stage
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
    submissions: 0,
    firstAt: '',
    submittedAt: '',
  },
  evolve(lead: Lead, { type, data, at }: Recorded<LeadEvent>): Lead {
    switch (type) {
      case 'LeadSubmitted':
        return {
          ...lead,
          ...data,
          // A lost lead that asks again is to be called again.
          stage: lead.stage === 'lost' ? 'new' : lead.stage,
          submissions: lead.submissions + 1,
          firstAt: lead.firstAt || at,
          submittedAt: at,
        }
      case 'LeadMoved':
        return { ...lead, stage: data.stage }
      case 'LeadConverted':
        return { ...lead, ...data, stage: 'won' }
    }
  },
}

export const leadId = z.string('Which lead?').regex(/^[\w-]{1,64}$/, 'Which lead?')

/** An action of the staff on a lead there is. */
export const leadCommand = <Input extends { leadId: string }>(
  command: Omit<Command<Lead, LeadEvent, Input>, 'aggregate' | 'roles' | 'visible'>,
): Command<Lead, LeadEvent, Input> => ({
  aggregate: leads,
  roles: ['admin'],
  visible: (lead) => lead.submissions > 0,
  ...command,
})
