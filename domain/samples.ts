import type { AccountEvent } from './account/actions.ts'
import { demoAdmin } from './demo/admin.ts'
import { setsUp } from './demo/agency.ts'
import { looms } from './demo/answers.ts'
import { numbersOf } from './demo/documents.ts'
import {
  amends,
  cancels,
  completes,
  designs,
  invoices,
  offers,
  opens,
  proposes,
  reads,
  renames,
  reopens,
  type SampleEvent,
  says,
  sharesPaymentLink,
  signs,
  stored,
  unsigns,
} from './demo/events.ts'
import { type DemoFileName, demoFiles, type Placed } from './demo/files.ts'
import { demoFunnel, demoLeads } from './demo/leads.ts'
import { type Files, type On, projects } from './demo/projects.ts'
import { shop } from './demo/proposals.ts'
import type { Person } from './event.ts'
import type { LeadEvent } from './lead/actions.ts'
import type { OrderEvent } from './order/actions.ts'
import type { DocumentNumberEvent } from './order/document-numbers.ts'
import { defaultSteps } from './questionnaire/default.ts'
import type { Answers } from './questionnaire/question.ts'
import type { AgencyEvent } from './settings/agency.ts'
import type { FunnelEvent } from './site/steps.ts'
import type { Sample } from './testing.ts'

// One order's life at fixed times, for tests. Indian mornings are half past four in UTC.
export const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
export const meera: Person = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' }
/** A client who has nothing to do with Asha's order. */
export const farhan: Person = { id: 'farhan', name: 'Farhan Qureshi', role: 'client' }
const doneBy = (person: Person, at: string) => ({ by: person, at })

/** Asha’s answers, by question. */
export const answers: Answers = { ...looms, 13: null }
const openedToday = opens(asha, 3, answers, '2026-11-02T04:30:00.000Z')
/** Opened when no step said yet that sending the questionnaire completes it: as stored orders say it for ever. */
export const opened = {
  ...openedToday,
  data: { ...openedToday.data, steps: defaultSteps.map(({ completedOn: _, ...step }) => step) },
}
export const read = reads(meera, '2026-11-02T06:10:00.000Z')
export const signed = signs(meera, 1, '2026-11-03T04:45:00.000Z')
export const unsigned = unsigns(meera, 1, '2026-11-03T04:50:00.000Z')
export const messageSent = says(
  asha,
  'May the price of each sari stand beside its picture?',
  '2026-11-03T11:20:00.000Z',
)
export const replied = says(meera, 'Yes, that is the first thing people ask.', '2026-11-04T05:05:00.000Z')
export const proposed = proposes(meera, { ...shop, date: '2026-11-04' }, '2026-11-04T09:30:00.000Z')
/** A proposal with a price, the first of its order: it can be accepted until 19/11/2026. */
export const offered = offers(meera, { ...shop, date: '2026-11-12', price: 45_000_00 }, 1, '2026-11-12T09:30:00.000Z')
export const invoiced = invoices(meera, [22_500, 45_000], '2026-11-05T06:00:00.000Z')
export const billingGiven: SampleEvent<'BillingDetailsGiven'> = {
  type: 'BillingDetailsGiven',
  data: {
    ...{ name: 'Neelgiri Looms LLP', address: '14 Hill Road\nPune 411004' },
    ...{ state: '27', gstin: '27AAPFU0939F1ZV' },
  },
  ...doneBy(asha, '2026-11-05T06:01:00.000Z'),
}
const seller = {
  ...{ name: 'Longhand Websites LLP', address: '12, Cubbon Road\nBengaluru 560001' },
  ...{ state: '29', gstin: '29AAGCB7383J1Z4', sac: '998314' },
}
const igst = { kind: 'IGST', rate: 18 } as const
const landingPage = { key: 'landing page', title: 'Landing page design', share: 20, amount: 9_000_00, tax: 1_372_88 }
export const invoiceIssued: SampleEvent<'InvoiceIssued'> = {
  type: 'InvoiceIssued',
  data: {
    ...{ documentId: 'd1', number: 'LH/2026/1', issuedOn: '2026-11-05', dueOn: '2026-11-12' },
    ...{ seller, buyer: billingGiven.data, tax: igst, price: 45_000_00, open: 0 },
    lines: [
      landingPage,
      { key: 'full design', title: 'Rest of the design', share: 30, amount: 13_500_00, tax: 2_059_32 },
    ],
    paid: [{ id: '00000000-0000-4000-8000-000000000007', on: '2026-11-05', amount: 22_500_00, tax: 3_432_20 }],
  },
  ...doneBy(meera, '2026-11-05T06:02:00.000Z'),
}
export const creditNoteIssued: SampleEvent<'CreditNoteIssued'> = {
  type: 'CreditNoteIssued',
  data: {
    ...{ documentId: 'd2', number: 'CN/2026/1', issuedOn: '2026-11-05', reason: 'One page less, as agreed' },
    ...{ seller, buyer: billingGiven.data, tax: igst, price: 45_000_00, open: 0 },
    lines: [{ ...landingPage, amount: 1_000_00, tax: 152_54 }],
    corrects: { documentId: 'd1', number: 'LH/2026/1' },
  },
  ...doneBy(meera, '2026-11-05T06:03:00.000Z'),
}
export const paymentLinkShared = sharesPaymentLink(
  meera,
  'https://pay.longhand.example/neelgiri-looms',
  '2026-11-05T06:05:00.000Z',
)
export const designShared = designs(
  meera,
  'https://www.figma.com/design/mY7kLooms1/Neelgiri-Looms',
  '2026-11-09T10:15:00.000Z',
  'landing page',
)
export const amended = amends(asha, { 12: '04:00 PM' }, '2026-11-10T04:50:00.000Z')

const priceList = stored('price-list-1.pdf', 'price list.pdf', 'application', 48_200)
const nextPriceList = stored('price-list-2.pdf', 'price list, corrected.pdf', 'application', 51_300)
/** A file that Asha shared, replaced and deleted. The later two name it by its id. */
export const fileShared: SampleEvent<'FileShared'> & { id: string } = {
  type: 'FileShared',
  data: { file: priceList, caption: 'What each sari costs' },
  ...doneBy(asha, '2026-11-10T05:00:00.000Z'),
  id: '5a1e0000-0000-4000-8000-000000000001',
}
export const fileReplaced: SampleEvent<'FileReplaced'> = {
  type: 'FileReplaced',
  data: { id: fileShared.id, file: nextPriceList, caption: 'What each sari costs, with the silk ones' },
  ...doneBy(asha, '2026-11-10T07:40:00.000Z'),
}
export const fileDeleted: SampleEvent<'FileDeleted'> = {
  type: 'FileDeleted',
  data: {
    id: fileShared.id,
    files: [priceList, nextPriceList].map(({ filename, originalName }) => ({ filename, originalName })),
    withdrawn: { by: 'client', places: [3, 4] },
  },
  ...doneBy(asha, '2026-11-11T05:30:00.000Z'),
}
export const renamed = renames(meera, 'Neelgiri Looms', '2026-11-11T06:00:00.000Z')
export const completed = completes(meera, '2026-11-13T09:30:00.000Z')
export const cancelled = cancels(meera, '2026-11-13T09:30:00.000Z')
export const reopened = reopens(meera, 'One page was forgotten', '2026-11-14T05:10:00.000Z')

const draft = (name: string) => ({
  ...stored(name, name, 'image', 52_000),
  ...{ width: 1440, height: 900 },
})
/** A draft as pictures, what Asha wants changed of it, the next draft, and that she approves one. */
export const draftShared: SampleEvent<'DraftShared'> = {
  type: 'DraftShared',
  data: { files: [draft('landing-1.png')], version: 1, phase: 'landing page' },
  ...doneBy(meera, '2026-11-11T07:00:00.000Z'),
}
export const changesRequested: SampleEvent<'ChangesRequested'> = {
  type: 'ChangesRequested',
  data: {
    ...{ version: 1, phase: 'landing page', round: 1, price: 0 },
    points: [
      { letter: 'a', text: 'Make the telephone number larger', pin: { file: 0, page: 0, x: 0.9, y: 0.06 } },
      { letter: 'b', text: 'Say that the shop is closed on Mondays' },
    ],
  },
  ...doneBy(asha, '2026-11-11T09:00:00.000Z'),
}
export const pointSettled: SampleEvent<'PointSettled'> = {
  type: 'PointSettled',
  data: { phase: 'landing page', point: 'a', done: true, answer: '' },
  ...doneBy(meera, '2026-11-12T05:00:00.000Z'),
}
export const nextDraftShared: SampleEvent<'DraftShared'> = {
  type: 'DraftShared',
  data: { files: [draft('landing-2.png')], note: 'With the larger number', version: 2, phase: 'landing page' },
  ...doneBy(meera, '2026-11-12T06:00:00.000Z'),
}
export const draftApproved: SampleEvent<'DraftApproved'> = {
  type: 'DraftApproved',
  data: { version: 1, phase: 'landing page', name: 'Asha Rao', open: [] },
  ...doneBy(asha, '2026-11-12T10:00:00.000Z'),
}

/** The event that ends the life of an order, whenever that is. */
export const clientErased: SampleEvent<'ClientErased'> = {
  type: 'ClientErased',
  data: { files: [priceList.filename, nextPriceList.filename] },
  ...doneBy(meera, '2026-11-15T05:00:00.000Z'),
}

/** An order from its opening to its reopening. It has no drafts, reported payments or answers to a proposal. */
export const life: readonly Sample<OrderEvent>[] = [
  opened,
  read,
  signed,
  unsigned,
  messageSent,
  replied,
  proposed,
  invoiced,
  billingGiven,
  invoiceIssued,
  creditNoteIssued,
  paymentLinkShared,
  designShared,
  amended,
  fileShared,
  fileReplaced,
  fileDeleted,
  renamed,
  completed,
  reopened,
]

const account = {
  name: 'Asha Rao',
  email: 'asha@neelgirilooms.example',
  phone: '+919000000021',
  role: 'client',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
} as const
const session = 'telephone'

export const registered = {
  type: 'AccountRegistered',
  data: account,
  ...doneBy(asha, '2026-11-02T04:10:00.000Z'),
} as const
export const loggedIn = { type: 'LoggedIn', data: { session }, by: asha, at: '2026-11-02T04:15:00.000Z' } as const
export const loggedOut = { type: 'LoggedOut', data: { session }, by: asha, at: '2026-11-02T13:00:00.000Z' } as const
/** Asha's password, changed on another device. */
export const changed = {
  type: 'PasswordChanged',
  data: { passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$b3RoZXJzYWx0$b3RoZXI' },
  ...doneBy(asha, '2026-11-15T08:00:00.000Z'),
} as const

/** The password of every account of the demo. */
export const demoPassword = 'longhand-demo'

/** The caller’s functions for the demo: the domain has no clock and hashes nothing. */
export type Stage = {
  /** When the demo begins: ISO 8601, UTC. Every event is at least a working day older. */
  now: string
  hash(password: string): string
  idOf(email: string): string
  orderIdOf(clientId: string, number: number): string
  /** Where its files are kept; without it, under names made of those in `demoFiles`. */
  placeOf?(file: DemoFileName): Placed
  /** Where the site is, without a trailing slash, for links to files. */
  site?: string
}

export type Demo = {
  accounts: { id: string; email: string; password: string; events: Sample<AccountEvent>[] }[]
  orders: { id: string; events: Sample<OrderEvent>[] }[]
  /** How the numbers of its invoices and receipts were taken. */
  numbers: Sample<DocumentNumberEvent>[]
  /** The settings of the agency. */
  settings: Sample<AgencyEvent>[]
  leads: { id: string; events: Sample<LeadEvent>[] }[]
  /** The visitors of the funnel, by day. */
  funnel: { id: string; events: Sample<FunnelEvent>[] }[]
}

/** The demo agency, Longhand: one admin, three clients, six orders in different phases. All of it is invented. */
export function demo({
  now,
  hash,
  idOf,
  orderIdOf,
  placeOf = unplaced,
  site = 'https://longhand.example',
}: Stage): Demo {
  const on: On = (workdays, time) => workdaysBefore(now, workdays, time)
  const accounts: Demo['accounts'] = []
  const registers = (role: Person['role'], name: string, email: string, phone: string, at: string): Person => {
    const by: Person = { id: idOf(email), name, role }
    const data = { name, email, phone, role, passwordHash: hash(demoPassword) }
    accounts.push({ id: by.id, email, password: demoPassword, events: [{ type: 'AccountRegistered', data, by, at }] })
    return by
  }
  const people = {
    meera: registers('admin', demoAdmin.name, demoAdmin.email, demoAdmin.phone, on(75, '10:00')),
    asha: registers('client', 'Asha Rao', 'asha@neelgirilooms.example', '+919000000021', on(62, '16:05')),
    farhan: registers('client', 'Farhan Qureshi', 'farhan@lampandladle.example', '+919000000032', on(41, '12:20')),
    tashi: registers('client', 'Tashi Bhutia', 'tashi@kanchenhomestay.example', '+919000000043', on(23, '18:00')),
  }
  const files: Files = {
    of: (name) => ({ ...demoFiles[name], ...placeOf(name) }),
    linkTo: (name) => `${site}/uploads/${placeOf(name).filename}`,
  }
  const orders = projects(people, on, files).map((events) => {
    const [{ data }] = events
    return { id: orderIdOf(data.clientId, data.number), events }
  })
  const clients = accounts.slice(1).map(({ id, events: [registered] }) => {
    const { data, at } = registered as Sample<Extract<AccountEvent, { type: 'AccountRegistered' }>>
    return { id, name: data.name, email: data.email, phone: data.phone, at }
  })
  return {
    accounts,
    orders,
    numbers: numbersOf(orders),
    settings: [setsUp(people.meera, on(75, '10:30'))],
    leads: demoLeads(now, idOf, people.meera, clients),
    funnel: demoFunnel(now),
  }
}

const unplaced = (name: DemoFileName): Placed => ({ filename: `demo-${name}`, size: 1 })

const day = 24 * 60 * 60 * 1000
const indianTime = 5.5 * 60 * 60 * 1000

/** A time of day in India, a number of working days (Monday to Saturday) before a time. */
function workdaysBefore(now: string, workdays: number, time: string): string {
  let date = new Date(Date.parse(now) + indianTime) // its UTC fields read as Indian time
  for (let left = workdays; left > 0; ) {
    date = new Date(date.getTime() - day)
    if (date.getUTCDay() !== 0) left--
  }
  return new Date(`${date.toISOString().slice(0, 10)}T${time}:00+05:30`).toISOString()
}
