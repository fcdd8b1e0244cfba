/** A step of how the agency works, as the landing page tells it. The titles are those of the progress steps. */
export type WorkStep = { title: string; text: string }

/** How We Do: the eight steps of specification section 1. */
export const howWeDo: readonly WorkStep[] = [
  { title: 'Quick test', text: 'Five questions with yes or no tell both of us whether we fit.' },
  { title: 'Business onboarding', text: 'You answer a questionnaire about your business, once and in your own words.' },
  {
    title: 'Business report and strategy call',
    text: 'We read it, call you, and put the proposal and the pricing on your dashboard.',
  },
  { title: 'Payment', text: 'You pay by bank transfer, UPI or an international link. The book stays open to you.' },
  { title: 'Landing page approval', text: 'You see the landing page first. Two rounds of revisions are free.' },
  { title: 'Full design approval', text: 'Then every other page. Two more rounds of revisions are free.' },
  { title: 'Launch', text: 'We write it, test it, and put it on your domain.' },
  { title: 'Final handover', text: 'You get the tutorial, the documentation and the keys.' },
]

/** Everything You Will Get: 14 items. What they cost together is Our Price (docs/decisions/0013). */
export const offerings: readonly string[] = [
  'A hand-coded website',
  'A custom design',
  'Fully responsive, from telephone to wide screen',
  'An integrated CRM or dashboard',
  'A fast turnaround of 3 to 4 weeks',
  'Hosting and domain set-up',
  'An admin control panel',
  'Notifications and alerts',
  'Free lifetime bug fixes',
  'Personal onboarding and support',
  'A tutorial video',
  'Software documentation',
  'The full source code, if you want it',
  'Transparent pricing',
]

/** What stands below the prices. */
export const pricingNotes: readonly string[] = [
  'The price may increase if your requirements exceed what is listed. 99 percent of our clients stay within it.',
  'We pay for the first year of hosting. After it, hosting costs 4,000 to 8,000 rupees (48 to 96 dollars) a year.',
  'The domain is yours, and paid by you.',
  'Maintenance for bugs and problems in the code is free for life.',
]

export const termsKeys = ['phases', 'revisions', 'cancellation', 'hosting', 'delivery'] as const
export type TermsKey = (typeof termsKeys)[number]
export type Terms = { key: TermsKey; title: string; lines: readonly string[] }

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
      '2 rounds of revisions are free in the landing page phase, and 2 in the full design phase.',
      'Each further round costs 2 percent of the total project cost.',
      'No new features can be added once the landing page design has begun.',
    ],
  },
  {
    key: 'cancellation',
    title: 'Cancellation and refund',
    lines: [
      'If you cancel after disapproving of the landing page, 20 percent are charged and the rest is refunded.',
      'Once the full design phase has begun, 50 percent are refunded.',
      'During development, 20 percent are refunded.',
      'After development is complete, nothing is refunded.',
    ],
  },
  {
    key: 'hosting',
    title: 'Hosting and deployment',
    lines: [
      'Hosting costs 4,000 to 8,000 rupees a year. We pay for the first year.',
      'Deployment to your domain costs nothing extra.',
    ],
  },
  { key: 'delivery', title: 'Delivery', lines: ['The standard delivery takes 3 to 4 weeks.'] },
]
