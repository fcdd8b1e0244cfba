import { filmTimes } from './picture-points.ts'

/** A service of the agency, in the words of the first page; `terms` says what it costs or how long it takes. */
type Service = { name: string; text: string; terms: string }

/** A moment of the film: its second, and what is done by then. */
type Moment = { at: number; text: string }

export const intro = 'We hand-code your website with a dashboard to run your business. You follow every step live.'

/**
 * The film of the first page: a website, from a blank file to its colours, in one working day. `begins` and `ends` are
 * its first and last minute after midnight.
 */
export const film: { label: string; begins: number; ends: number; moments: readonly Moment[] } = {
  label: 'Example: the home page of a coffee estate, from sketch to finished design',
  begins: 9 * 60 + 4,
  ends: 18 * 60 + 10,
  moments: [
    { at: 0, text: 'Example: a blank file' },
    { at: filmTimes.guides, text: 'Layout set' },
    { at: filmTimes.pencil, text: 'Page sketched' },
    { at: filmTimes.ink, text: 'Details drawn' },
    { at: filmTimes.colour, text: 'Colours added' },
    { at: filmTimes.finished, text: 'Design finished' },
  ],
}

export const services: readonly Service[] = [
  {
    name: 'Websites',
    text: 'Designed and coded for your business only. They open in under a second on your customer’s phone.',
    terms: '3 to 4 weeks',
  },
  {
    name: 'Dashboards',
    text: 'Orders, prices, enquiries and stock in one place, built around your daily work.',
    terms: 'included in the price',
  },
  {
    name: 'Live progress',
    text: 'See your project at any time: what is done, what comes next, and whose turn it is.',
    terms: 'live, 24/7',
  },
  {
    name: 'Support',
    text: 'Hosting, bug fixes, and a person who answers. We fix our code for as long as you use it.',
    terms: 'bug fixes free for life',
  },
]

/** The comparison of a page before and after: what is said of it, each note with its number on the picture. */
export const comparison = {
  lead: 'An example: Dr Sharma Dental, Indore.',
  how: 'Drag the slider to compare.',
  before: 'Before: 13 links in a row, a scrolling banner, 10 lines about the clinic, and a visitor counter.',
  after: 'After: a free appointment at 4:30 today with a booking button, and the other free times.',
  notes: [
    '13 links, and no way to book.',
    '10 lines about the clinic before anything about your teeth.',
    '48,213 visits counted. 11 people called.',
  ],
  /** What came of it, and who says so: invented, for the demo alone. */
  result: 'Since March: 212 appointments booked in a month, up from 31. The front desk goes home on time.',
  source: 'Dr Nisha Sharma, 04/09/2026',
} as const

export const howLead = '8 steps. You follow them live on your project page.'

/** When a step of `howWeDo` is usually signed, and by whom; in the same order. */
export const signings: readonly { day: number; by: 'you' | 'we' }[] = [
  { day: 1, by: 'you' },
  { day: 2, by: 'you' },
  { day: 5, by: 'we' },
  { day: 6, by: 'you' },
  { day: 10, by: 'you' },
  { day: 16, by: 'you' },
  { day: 21, by: 'we' },
  { day: 23, by: 'we' },
]
