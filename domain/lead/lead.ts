import { z } from 'zod'
import { registration } from '#domain/account/register.ts'
import { fitAnswers } from '#domain/site/fit-test.ts'

export const stages = ['new', 'contacted', 'won', 'lost'] as const
export type Stage = (typeof stages)[number]

const { name, email, phone } = registration.shape

const figure = z
  .number('Please enter a number')
  .min(0, 'Please enter 0 or more')
  .max(1_000_000_000, 'Please enter a smaller number')
  .optional()

/** The body of the details form. The route brings the phone number into E.164. */
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

const stage = {
  stage: z.enum(stages),
  /** When it came to its stage, and by whose hand: no one's when it was the lead that asked. */
  stageAt: z.string(),
  stageBy: z.string().optional(),
  /** Why it was lost, as long as it is. */
  lossReason: z.string().optional(),
  lossReasonBy: z.string().optional(),
}

/** What becomes of a lead, beside its details. */
export const progress = z.object({
  ...stage,
  /** Its stage before the move that was its last change of that: given back where the move is taken back. */
  before: z.object(stage).optional(),
  note: z.string().optional(),
  noteBy: z.string().optional(),
  /** When to ask them again. */
  followUpAt: z.string().optional(),
  followUpBy: z.string().optional(),
  /** The submissions under another name or phone number: anyone may have sent them. The latest five. */
  others: z.array(
    details
      .pick({ years: true, employees: true, roles: true, customers: true })
      .extend({ name: z.string(), phone: z.string(), at: z.string() }),
  ),
  /** How often they sent their details. */
  submissions: z.int(),
  firstAt: z.string(),
  submittedAt: z.string(),
})

/**
 * A visitor who asked for prices, and the client they have become. What they leave out the second time is kept from the
 * first.
 */
export type Lead = Details & z.infer<typeof progress> & { clientId?: string }

/** A submission with the address of a lead, under another name or phone number. */
export type OtherSubmission = Lead['others'][number]

/** The state of a lead before its first event. */
export const initial: Lead = {
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
}

/** A lead that is not lost, or lost for no reason that is known. */
export function unexplained({ lossReason: _, lossReasonBy: __, before: ___, ...lead }: Lead): Lead {
  return lead
}

export const leadId = z
  .string('The lead id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The lead id is missing or invalid')

/** The traits that all commands of the staff on an existing lead share. */
export const byStaff = {
  roles: ['admin'],
  scope: 'leads:write',
  visible: (lead: Lead): boolean => lead.submissions > 0,
} as const
