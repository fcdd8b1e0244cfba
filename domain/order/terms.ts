import { validDays } from './validity.ts'

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
