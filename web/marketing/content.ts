import { filmTimes } from './picture-points.ts'

/** What the agency does, in the words of the first page; `terms` says what it costs or how long it takes. */
export type Service = { name: string; text: string; terms: string }

/** A moment of the film: its second, and what is done by then. */
export type Moment = { at: number; text: string }

export const intro =
  'We write each website line by line, with a dashboard behind it for the owner, and you can watch every line go in.'

/**
 * The film of the first page: a page of a website, from a blank file to its colours, in one working day, whose first and
 * last minute are `begins` and `ends` (after midnight).
 */
export const film: { label: string; begins: number; ends: number; moments: readonly Moment[] } = {
  label: 'The first page of a coffee estate: drawn in pencil, inked, coloured',
  begins: 9 * 60 + 4,
  ends: 18 * 60 + 10,
  moments: [
    { at: 0, text: 'Blank file' },
    { at: filmTimes.guides, text: 'Guides ruled' },
    { at: filmTimes.pencil, text: 'Page drawn in pencil' },
    { at: filmTimes.ink, text: 'Inked' },
    { at: filmTimes.colour, text: 'Coloured' },
    { at: filmTimes.finished, text: 'Signed by the client' },
  ],
}

export const workLead = 'Six businesses. No two share a line of code, or a line of anything.'

export const services: readonly Service[] = [
  {
    name: 'Websites',
    text: 'Designed for one business and written from a blank file. They open in under a second on the phone in your customer’s hand.',
    terms: '3 to 4 weeks',
  },
  {
    name: 'Dashboards',
    text: 'A room behind the shop: orders, prices, enquiries, stock. Built around what you do at nine in the morning.',
    terms: 'in the same price',
  },
  {
    name: 'An open book',
    text: 'Your project is a ledger that you can read at any hour. A step is finished when somebody signs its line, and you see it signed.',
    terms: 'live, day and night',
  },
  {
    name: 'Keeping',
    text: 'Hosting, repairs, and a person who answers. What we wrote we mend, for as long as you keep it.',
    terms: 'repairs free for life',
  },
]

/** The comparison of a page before and after: what is said of it, each note with its number on the picture. */
export const comparison = {
  lead: 'Dr Sharma Dental, Indore. Pull the line across.',
  before: 'Before: thirteen links in a row, a scrolling banner, ten lines about the clinic, and a visitor counter.',
  after: 'After: a chair is free at 4:30 today, with a button that keeps it, and the other free hours beside it.',
  notes: [
    'Thirteen ways to leave, and none to book.',
    'Ten lines about the clinic before one about the tooth.',
    'The counter says 48,213. Eleven of them rang.',
  ],
  result: 'Since March: 212 chairs booked in a month, up from 31. The front desk goes home on time.',
  source: 'Dr Nisha Sharma, 04/09/2026',
} as const

export const howLead = 'Eight lines, each one signed. You watch them fill in, live, on your own page.'

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
