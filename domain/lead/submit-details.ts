import { clear, defineCommand, defineEvent, personal } from '#domain/action.ts'
import { message } from '#domain/contract/schemas.ts'
import { funnelTicket } from '#domain/site/steps.ts'
import { type Details, details, type Lead, unexplained } from './lead.ts'

const { name, email, phone, source, years, employees, roles, customers, answers } = details.shape

/** How many other names and phone numbers are stored. */
const maxOthers = 5

export const LeadSubmitted = defineEvent(
  'LeadSubmitted',
  {
    name: personal(name, 'erased'),
    email: personal(email, ''),
    phone: personal(phone, ''),
    source: clear(source),
    years: personal(years),
    employees: personal(employees),
    roles: personal(roles),
    customers: personal(customers),
    answers: personal(answers),
  },
  {
    kind: 'leads.requests',
    sentence: 'Requested prices',
    apply(lead: Lead, details, { at }): Lead {
      const submitted = { ...lead, ...taken(lead, details, at), submissions: lead.submissions + 1, submittedAt: at }
      // A lost lead that asks again is to be called again: not by a plan from before that is over.
      if (lead.submissions > 0 && lead.stage !== 'lost') return submitted
      const { stageBy: _, followUpAt, followUpBy, ...unmoved } = unexplained(submitted)
      const plan = followUpAt !== undefined && followUpAt >= at ? { followUpAt, followUpBy } : {}
      return { ...unmoved, ...plan, firstAt: lead.firstAt || at, stage: 'new', stageAt: at }
    },
  },
)

/**
 * The changes of a form to a lead. Anyone may send one with anyone's address. So the first name and phone number stay, and
 * all others are stored beside them.
 */
function taken({ submissions, name, phone, others }: Lead, details: Details, at: string): Partial<Lead> {
  if (submissions === 0 || (name === details.name && phone === details.phone)) return details
  const { name: otherName, phone: otherPhone, years, employees, roles, customers } = details
  const other = { name: otherName, phone: otherPhone, at, years, employees, roles, customers }
  const before = others.filter((each) => each.name !== otherName || each.phone !== otherPhone)
  return { others: [...before, other].slice(-maxOthers) }
}

/** Within this time the same details sent again are a repetition, and later a sign of interest. In milliseconds. */
const repetitionWindow = 24 * 60 * 60 * 1000

const ticket = funnelTicket.optional()

/** Makes a lead of a visitor, or adds to the one there is. */
export const submitDetails = defineCommand('submitDetails', details, {
  summary: 'Submit the details form',
  call: 'POST /api/submit-details',
  scope: 'leads:write',
  // The answer to a visitor says that it succeeded and no more. Whether an address was known before is not disclosed;
  // an `If-Match` would find it out, and is not taken.
  route: () => ({
    roles: 'anyone',
    limit: 'details',
    body: details.extend({ ticket }),
    answer: message.extend({ ticket }),
  }),
  roles: ['client', 'admin'],
  success: 'Thank you. Here are your prices.',
  decide(lead: Lead, details, { at }) {
    const fields = Object.keys(details) as (keyof Details)[]
    const saysTheSame = (other: Partial<Details>) =>
      fields.every((field) => !(field in other) || same(details[field], other[field]))
    const known = fields.every((field) => same(details[field], lead[field])) || lead.others.some(saysTheSame)
    const justNow = Date.parse(at) - Date.parse(lead.submittedAt) < repetitionWindow
    return known && justNow && lead.stage !== 'lost' ? [] : [LeadSubmitted(details)]
  },
})

const same = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other)
