/** What client and agency agree on, by heading: specification section 9, in sentences. */
export const terms: readonly { title: string; lines: readonly string[] }[] = [
  {
    title: 'Revisions',
    lines: [
      'Two rounds of revisions are free in the landing page phase, and two more in the full design phase.',
      'Each further round costs 2 % of the total project cost.',
      'Once the landing page design has begun, no new features are added to the project.',
    ],
  },
  {
    title: 'Cancelling',
    lines: [
      'If you do not approve the landing page and cancel, 20 % is charged and the rest is refunded.',
      'Once the full design phase has begun, 50 % is refunded.',
      'During development, 20 % is refunded.',
      'After development is complete, nothing is refunded.',
    ],
  },
  {
    title: 'Hosting and launch',
    lines: [
      'Hosting costs 4,000 to 8,000 rupees a year. The first year is paid by us.',
      'Your website is deployed to your own domain at no extra cost.',
      'The usual delivery takes three to four weeks.',
    ],
  },
]

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
