import type { Command } from '../command.ts'
import { type Details, details, type Lead, type LeadEvent, leads } from './lead.ts'

/** Within this time the same details sent again are a repetition, and later a sign of interest. In milliseconds. */
export const repetitionWindow = 24 * 60 * 60 * 1000

/** Makes a lead of a visitor, or adds to the one there is. */
export const submitDetails: Command<Lead, LeadEvent, Details> = {
  aggregate: leads,
  roles: ['client', 'admin'],
  input: details,
  success: 'Thank you. Here are your prices.',
  decide(lead, details, { at }) {
    const saysTheSame = (other: Partial<Details>) =>
      (Object.keys(details) as (keyof Details)[]).every(
        (field) => !(field in other) || same(details[field], other[field]),
      )
    const fields = Object.keys(details) as (keyof Details)[]
    const known = fields.every((field) => same(details[field], lead[field])) || lead.others.some(saysTheSame)
    const justNow = Date.parse(at) - Date.parse(lead.submittedAt) < repetitionWindow
    if (known && justNow && lead.stage !== 'lost') return []
    return [{ type: 'LeadSubmitted', data: details }]
  },
}

const same = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other)
