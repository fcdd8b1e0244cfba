/** A step of how the agency works, as the landing page tells it. The titles are those of the progress steps. */
type WorkStep = { title: string; text: string }

/** How We Do: the eight steps of specification section 1. */
export const howWeDo: readonly WorkStep[] = [
  { title: 'Quick test', text: '5 yes-or-no questions show whether we’re a good fit.' },
  { title: 'Business onboarding', text: 'You tell us about your business in a questionnaire.' },
  {
    title: 'Business report and strategy call',
    text: 'We read your answers, call you, and add the proposal and pricing to your dashboard.',
  },
  { title: 'Payment', text: 'You pay by bank transfer, UPI or international payment link.' },
  { title: 'Landing page approval', text: 'We design the landing page first. 2 revision rounds are free.' },
  { title: 'Full design approval', text: 'Then we design all other pages. 2 more revision rounds are free.' },
  { title: 'Launch', text: 'We build and test your website, and launch it on your domain.' },
  { title: 'Final handover', text: 'You get the tutorial video, the documentation and all logins.' },
]

/** Everything You Will Get: 14 items. What they cost together is Our Price (docs/decisions/0013). */
export const offerings: readonly string[] = [
  'A hand-coded website',
  'A custom design',
  'Fully responsive, from phone to large screen',
  'An integrated CRM or dashboard',
  'A fast turnaround of 3 to 4 weeks',
  'Hosting and domain setup',
  'An admin control panel',
  'Notifications and alerts',
  'Free lifetime bug fixes',
  'Personal onboarding and support',
  'A tutorial video',
  'Software documentation',
  'The full source code, if you want it',
  'Transparent pricing',
]

/** The notes below the prices. */
export const pricingNotes: readonly string[] = [
  'The price may increase if you need more than this list. 99% of our clients stay within it.',
  'We pay the first year of hosting. After that it costs ₹4,000 to ₹8,000 ($48 to $96) a year.',
  'You own and pay for the domain.',
  'We fix bugs and code issues free of charge, for life.',
]

export const termsKeys = ['phases', 'revisions', 'cancellation', 'hosting', 'delivery'] as const
export type TermsKey = (typeof termsKeys)[number]
type Terms = { key: TermsKey; title: string; lines: readonly string[] }

/** Terms and Conditions: specification section 9. */
export const terms: readonly Terms[] = [
  {
    key: 'phases',
    title: 'Phases of a project',
    lines: ['Landing page design', 'Rest of the website’s design', 'Development', 'Handover'],
  },
  {
    key: 'revisions',
    title: 'Revisions',
    lines: [
      'You get 2 free revision rounds in the landing page phase and 2 in the full design phase.',
      'Each further round costs 2% of the total project cost.',
      'You cannot add new features once the landing page design has started.',
    ],
  },
  {
    key: 'cancellation',
    title: 'Cancellation and refund',
    lines: [
      'If you do not approve the landing page and cancel, we charge 20% and refund the rest.',
      'If you cancel after the full design phase has started, we refund 50%.',
      'If you cancel during development, we refund 20%.',
      'After development is complete, there is no refund.',
    ],
  },
  {
    key: 'hosting',
    title: 'Hosting and deployment',
    lines: ['Hosting costs ₹4,000 to ₹8,000 a year. We pay the first year.', 'Deployment to your domain is included.'],
  },
  { key: 'delivery', title: 'Delivery', lines: ['Standard delivery takes 3 to 4 weeks.'] },
]
