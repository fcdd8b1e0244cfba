/** What holds for every proposal. */
export const proposalTerms: readonly string[] = [
  'Delivered in two weeks at the earliest, in four at the latest.',
  'Valid for seven days from the date of the proposal.',
  'A further ₹10,000 is held for paid revisions.',
]

/** What is handed over in the end. */
export const deliverables: readonly string[] = [
  'Website',
  'Internal CRM',
  'Figma source',
  'Deployment on your domain',
  'Software document',
  'Private tutorial video',
  'Code as a zip file',
]
