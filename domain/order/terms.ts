/** How many days a proposal is valid after its date. */
export const validDays = 7

const aDay = 24 * 60 * 60 * 1000
const start = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The last day of which every zone can say when it ends. */
const lastOfAll = '9999-12-30'

const startOfLast = (date: string): number => Math.min(start(date) + validDays * aDay, start(lastOfAll))

/** The last day on which a proposal of a day may be accepted, to its end. Days are `2026-11-16`. */
export const lastDay = (date: string): string => new Date(startOfLast(date)).toISOString().slice(0, 10)

/**
 * How many days are left after `today`: 0 on the last day, negative once it is over, NaN where `date` is no day. Both in the
 * agency's time zone.
 */
export const daysLeft = (date: string, today: string): number => Math.round((startOfLast(date) - start(today)) / aDay)

/** The terms of every proposal. */
export const proposalTerms: readonly string[] = [
  'Delivery takes 2 to 4 weeks.',
  `This proposal is valid for ${validDays} days from its date.`,
  'We hold an extra ₹10,000 for paid revisions.',
]

/** The deliverables handed over in the end. */
export const deliverables: readonly string[] = [
  'Website',
  'Internal CRM',
  'Figma source file',
  'Deployment on your domain',
  'Software documentation',
  'Private tutorial video',
  'Source code as a ZIP file',
]
