import type { AccountEvent } from './account/account.ts'
import type { Person } from './event.ts'
import type { OrderEvent } from './order/order.ts'
import { answered } from './template/answers.ts'
import { defaultQuestions, defaultSteps } from './template/default.ts'
import type { Answers } from './template/question.ts'
import type { Sample } from './testing.ts'

type Fact<Type extends OrderEvent['type']> = Sample<Extract<OrderEvent, { type: Type }>>

const opens = (by: Person, number: number, answers: Answers, at: string): Fact<'OrderOpened'> => {
  const questions = answered(defaultQuestions, answers)
  const data = { clientId: by.id, number, title: `${by.name} #${number}`, steps: defaultSteps, questions }
  return { type: 'OrderOpened', data, by, at }
}
const toggles = (by: Person, step: number, done: boolean, at: string): Fact<'StepToggled'> => {
  return { type: 'StepToggled', data: { step, done }, by, at }
}
const signs = (by: Person, step: number, at: string) => toggles(by, step, true, at)
const unsigns = (by: Person, step: number, at: string) => toggles(by, step, false, at)
const reads = (by: Person, at: string): Fact<'ConversationRead'> => {
  return { type: 'ConversationRead', data: { upTo: 0, seen: 1 }, by, at }
}
const completes = (by: Person, at: string): Fact<'OrderCompleted'> => ({ type: 'OrderCompleted', data: {}, by, at })
const cancels = (by: Person, at: string): Fact<'OrderCancelled'> => ({ type: 'OrderCancelled', data: {}, by, at })

const looms: Answers = {
  1: 'We weave and sell handloom silk and cotton saris from twelve looms in Mysuru.',
  2: 'Women of thirty to sixty, most of them sent by a cousin. They ask for the price first, and come back for weddings.',
  3: 'No',
  5: 'Sell online',
  8: '#7a1f3d',
  9: 'orders@neelgirilooms.example',
  10: '+91 90000 00021',
  12: '11:00 AM',
}

// One order's life at fixed times, for tests. Indian mornings are half past four in UTC.
export const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
export const meera: Person = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' }
/** A client who has nothing to do with Asha's order. */
export const farhan: Person = { id: 'farhan', name: 'Farhan Qureshi', role: 'client' }

/** What Asha answered, by question. */
export const answers: Answers = looms
export const opened = opens(asha, 3, answers, '2026-11-02T04:30:00.000Z')
export const read = reads(meera, '2026-11-02T06:10:00.000Z')
export const signed = signs(meera, 1, '2026-11-03T04:45:00.000Z')
export const unsigned = unsigns(meera, 1, '2026-11-03T04:50:00.000Z')
export const completed = completes(meera, '2026-11-13T09:30:00.000Z')
export const cancelled = cancels(meera, '2026-11-13T09:30:00.000Z')

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
  by: asha,
  at: '2026-11-02T04:10:00.000Z',
} as const
export const loggedIn = { type: 'LoggedIn', data: { session }, by: asha, at: '2026-11-02T04:15:00.000Z' } as const
export const loggedOut = { type: 'LoggedOut', data: { session }, by: asha, at: '2026-11-02T13:00:00.000Z' } as const
/** Asha's password, changed on another device. */
export const changed = {
  type: 'PasswordChanged',
  data: { passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$b3RoZXJzYWx0$b3RoZXI' },
  by: asha,
  at: '2026-11-15T08:00:00.000Z',
} as const

/** What everybody in the demo logs in with. */
export const demoPassword = 'longhand-demo'

/** What the demo is told by whoever records it: the domain has no clock and hashes nothing. */
export type Stage = {
  /** When the demo begins: ISO 8601, UTC. Every fact is at least a working day older. */
  now: string
  hash(password: string): string
  idOf(email: string): string
  orderIdOf(clientId: string, number: number): string
}

export type Demo = {
  accounts: { id: string; email: string; password: string; events: Sample<AccountEvent>[] }[]
  orders: { id: string; events: Sample<OrderEvent>[] }[]
}

type On = (workdays: number, time: string) => string

/** The demo agency, Longhand: one admin, three clients, six orders in different phases. All of it is invented. */
export function demo({ now, hash, idOf, orderIdOf }: Stage): Demo {
  const on: On = (workdays, time) => workdaysBefore(now, workdays, time)
  const accounts: Demo['accounts'] = []
  const registers = (role: Person['role'], name: string, email: string, phone: string, at: string): Person => {
    const by: Person = { id: idOf(email), name, role }
    const data = { name, email, phone, role, passwordHash: hash(demoPassword) }
    accounts.push({ id: by.id, email, password: demoPassword, events: [{ type: 'AccountRegistered', data, by, at }] })
    return by
  }
  const people = {
    meera: registers('admin', 'Meera Kulkarni', 'meera@longhand.example', '+919000000010', on(75, '10:00')),
    asha: registers('client', 'Asha Rao', 'asha@neelgirilooms.example', '+919000000021', on(62, '16:05')),
    farhan: registers('client', 'Farhan Qureshi', 'farhan@lampandladle.example', '+919000000032', on(41, '12:20')),
    tashi: registers('client', 'Tashi Bhutia', 'tashi@kanchenhomestay.example', '+919000000043', on(23, '18:00')),
  }
  const orders = projects(people, on).map(([opened, ...rest]) => ({
    id: orderIdOf(opened.data.clientId, opened.data.number),
    events: [opened, ...rest],
  }))
  return { accounts, orders }
}

const projects = (
  { meera, asha, farhan, tashi }: Record<'meera' | 'asha' | 'farhan' | 'tashi', Person>,
  on: On,
): [Fact<'OrderOpened'>, ...Sample<OrderEvent>[]][] => [
  [
    opens(asha, 1, looms, on(62, '16:40')),
    reads(meera, on(61, '10:05')),
    signs(meera, 1, on(61, '10:12')),
    signs(meera, 2, on(61, '10:13')),
    signs(meera, 3, on(58, '15:30')),
    signs(meera, 4, on(56, '11:20')),
    signs(meera, 5, on(50, '17:45')),
    signs(meera, 6, on(44, '12:05')),
    signs(meera, 7, on(39, '16:10')),
    signs(meera, 8, on(37, '11:30')),
    completes(meera, on(37, '11:42')),
  ],
  [
    opens(farhan, 1, ladle, on(41, '12:55')),
    reads(meera, on(41, '14:20')),
    signs(meera, 1, on(41, '14:31')),
    signs(meera, 2, on(40, '10:10')),
    signs(meera, 3, on(37, '16:40')),
    cancels(meera, on(34, '18:15')),
  ],
  [
    opens(tashi, 1, { ...homestay, 11: on(0, '12:00').slice(0, 10) }, on(23, '18:35')),
    reads(meera, on(22, '10:20')),
    signs(meera, 1, on(22, '10:26')),
    signs(meera, 2, on(22, '10:27')),
    signs(meera, 3, on(20, '12:15')),
    signs(meera, 4, on(19, '17:05')),
    signs(meera, 5, on(13, '11:50')),
    // A line signed in the wrong book, and taken back.
    signs(meera, 7, on(9, '15:02')),
    unsigns(meera, 7, on(9, '15:04')),
    signs(meera, 6, on(4, '13:35')),
  ],
  [
    opens(asha, 2, loomsDashboard, on(16, '11:25')),
    reads(meera, on(16, '12:10')),
    signs(meera, 1, on(16, '12:14')),
    signs(meera, 2, on(15, '10:30')),
    signs(meera, 3, on(13, '17:20')),
    signs(meera, 4, on(12, '10:45')),
    signs(meera, 5, on(5, '16:55')),
  ],
  [
    opens(farhan, 2, ladleOffices, on(6, '17:10')),
    reads(meera, on(5, '10:15')),
    signs(meera, 1, on(5, '10:21')),
    signs(meera, 2, on(5, '10:22')),
    signs(meera, 3, on(2, '15:40')),
  ],
  [opens(asha, 3, loomsClasses, on(1, '17:50'))],
]

// What they answered, by question of the default questionnaire.
const ladle: Answers = {
  1: 'We cook Awadhi food for weddings and offices in Lucknow, forty to four hundred plates.',
  2: 'Families and office managers who ate with us at somebody else’s party. They call, ask the price of a plate, and come back every season.',
  3: 'Yes',
  4: 'https://lampandladle.example',
  5: 'Bring enquiries',
  8: '#b3541e',
  9: 'kitchen@lampandladle.example',
  10: '+91 90000 00032',
  12: '04:30 PM',
}
const homestay: Answers = {
  1: 'A homestay of five rooms above Kalimpong, with breakfast and a view of Kanchenjunga when it wishes.',
  2: 'Walkers, birdwatchers and families from Kolkata. They find us on booking sites that keep a fifth of the price.',
  3: 'Yes',
  4: 'https://kanchenhomestay.example',
  5: 'Take bookings',
  8: '#1f4f63',
  9: 'rooms@kanchenhomestay.example',
  10: '+91 90000 00043',
  12: '09:15 AM',
}
const loomsDashboard: Answers = {
  ...looms,
  3: 'Yes',
  4: 'https://neelgirilooms.example',
  5: 'Run the daily work',
  6: ['Customers', 'Stock', 'Invoices'],
  12: '10:30 AM',
}
const loomsClasses: Answers = {
  ...looms,
  1: 'We teach weaving on Saturdays: six people, six looms, one silk stole each.',
  2: 'People who bought a sari and asked how it is made. Today they write to us, and we answer when the looms stop.',
  3: 'Yes',
  4: 'https://neelgirilooms.example',
  5: 'Take bookings',
}
const ladleOffices: Answers = {
  ...ladle,
  1: 'The same kitchen, for offices: lunch boxes by subscription, a new menu every Monday.',
  5: 'Run the daily work',
  6: ['Enquiries', 'Customers', 'Invoices', 'Staff'],
}

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
