import type { Person } from '#domain/event.ts'
import type { LeadEvent } from '#domain/lead/actions.ts'
import type { Details, Stage } from '#domain/lead/lead.ts'
import { anonymousVisitor } from '#domain/site/fit-tests.ts'
import type { FunnelEvent, FunnelStep } from '#domain/site/steps.ts'
import type { Sample } from '#domain/testing.ts'

// The leads of the demo agency, and the visitors of its funnel. All of them are invented.

const minute = 60_000
const day = 24 * 60 * minute

/** A person who asked for prices: how long ago in days, and the result. */
type PriceRequest = {
  name: string
  email: string
  phone: string
  figures: [years: number, employees: number, roles: number, customers: number]
  ago: number
  stage?: [Stage, ago: number]
  note?: string
  /** When to ask again, in days from now: less than 0 is late. */
  next?: number
}

const requests: readonly PriceRequest[] = [
  {
    ...{ name: 'Gurpreet Singh', email: 'gurpreet@harbanstyres.example', phone: '+919000000101' },
    ...{
      figures: [22, 14, 5, 900],
      ago: 1.1,
      note: 'Brother answers before noon. Wants a price list the counter can change.',
    },
  },
  { name: 'Amul Rane', email: 'amul@ranestudio.example', phone: '+919000000102', figures: [6, 4, 3, 30], ago: 1.3 },
  { name: 'Hansa Ahir', email: 'hansa@kutchrugs.example', phone: '+919000000103', figures: [31, 9, 4, 120], ago: 1.6 },
  { name: 'R. Vasanth', email: 'vasanth@caterers.example', phone: '+919000000104', figures: [12, 25, 6, 60], ago: 2.2 },
  {
    name: 'Neha Kumawat',
    email: 'neha@bluepottery.example',
    phone: '+919000000105',
    figures: [18, 11, 4, 300],
    ago: 3.4,
  },
  {
    name: 'Dr Anjali Pillai',
    email: 'anjali@pillaiphysio.example',
    phone: '+919000000106',
    figures: [9, 5, 3, 210],
    ago: 4.1,
  },
  // The same phone number as below: perhaps a second request of one person.
  {
    name: 'Imran Shaikh',
    email: 'imran@sagarcold.example',
    phone: '+919000000107',
    figures: [15, 40, 8, 80],
    ago: 9.5,
  },
  {
    name: 'I. Shaikh',
    email: 'office@sagarcold.example',
    phone: '+919000000107',
    figures: [15, 40, 8, 80],
    ago: 34,
    stage: ['lost', 30],
  },
  { name: 'Alok Mishra', email: 'alok@bookdepot.example', phone: '+919000000108', figures: [40, 7, 3, 1500], ago: 16 },
  {
    ...{ name: 'Suresh Naik', email: 'suresh@hotelparijat.example', phone: '+919000000109', figures: [27, 33, 9, 700] },
    ...{ ago: 12, stage: ['contacted', 11], next: -2.1, note: 'Asks whether bookings can be read on the phone.' },
  },
  {
    ...{ name: 'Ira Sen', email: 'ira@matriyoga.example', phone: '+919000000110', figures: [4, 3, 2, 140] },
    ...{ ago: 8, stage: ['contacted', 6], next: -1.05 },
  },
  {
    ...{
      name: 'Faisal K.P.',
      email: 'faisal@malabarspices.example',
      phone: '+919000000111',
      figures: [52, 18, 6, 450],
    },
    ...{ ago: 7, stage: ['contacted', 5], next: 0.02 },
  },
  {
    ...{ name: 'Lakshmi Gowda', email: 'lakshmi@nandischool.example', phone: '+919000000112', figures: [8, 16, 5, 95] },
    ...{ ago: 6, stage: ['contacted', 4], next: 1 },
  },
  {
    ...{ name: 'Bipul Das', email: 'bipul@easternfreight.example', phone: '+919000000113', figures: [19, 60, 11, 200] },
    ...{ ago: 10, stage: ['contacted', 7], next: 3 },
  },
  {
    ...{ name: 'Revathi S.', email: 'revathi@chitrasilks.example', phone: '+919000000114', figures: [33, 21, 6, 380] },
    ...{ ago: 20, stage: ['contacted', 15], next: 9 },
  },
  {
    ...{ name: 'Dinesh Patidar', email: 'dinesh@omsolar.example', phone: '+919000000115', figures: [5, 12, 4, 40] },
    ...{ ago: 25, stage: ['contacted', 20], next: 24 },
  },
  {
    name: 'Kavita Rathore',
    email: 'kavita@aravalli.example',
    phone: '+919000000116',
    figures: [11, 8, 4, 60],
    ago: 14,
    stage: ['contacted', 9],
  },
  {
    name: 'Sadia Khan',
    email: 'sadia@zenana.example',
    phone: '+919000000117',
    figures: [7, 6, 3, 90],
    ago: 38,
    stage: ['lost', 31],
  },
  {
    name: 'Ganesh Iyer',
    email: 'ganesh@iyertuitions.example',
    phone: '+919000000118',
    figures: [16, 2, 2, 55],
    ago: 70,
    stage: ['lost', 64],
  },
]

/** The leads of the demo, with those that its clients once were. Each has the id that its account has or would have. */
export function demoLeads(now: string, idOf: (email: string) => string, admin: Person, clients: readonly Client[]) {
  const at = (ago: number) => new Date(Date.parse(now) - ago * day).toISOString()
  const leads = requests.map(({ figures: [years, employees, roles, customers], ...lead }) => {
    const { name, email, phone, ago, stage, note, next } = lead
    const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' } as const
    const details: Details = {
      name,
      email,
      phone,
      source: 'customer-filter',
      years,
      employees,
      roles,
      customers,
      answers,
    }
    const id = idOf(email)
    const events: Sample<LeadEvent>[] = [
      { type: 'LeadSubmitted', data: details, by: { id, name, role: 'client' }, at: at(ago) },
    ]
    const noted = at((stage?.[1] ?? ago) - 0.02)
    if (stage) events.push({ type: 'LeadMoved', data: { stage: stage[0] }, by: admin, at: at(stage[1]) })
    if (note) events.push({ type: 'LeadNoted', data: { note }, by: admin, at: noted })
    if (next !== undefined) events.push({ type: 'FollowUpScheduled', data: { at: at(-next) }, by: admin, at: noted })
    return { id, events }
  })
  return [...leads, ...clients.map((client) => wonLead(client, admin))]
}

/** A client of the demo, and when they registered. */
type Client = { id: string; name: string; email: string; phone: string; at: string }

function wonLead({ id, name, email, phone, at }: Client, admin: Person): { id: string; events: Sample<LeadEvent>[] } {
  const earlier = (minutes: number) => new Date(Date.parse(at) - minutes * minute).toISOString()
  const later = new Date(Date.parse(at) + 30 * minute).toISOString()
  return {
    id,
    events: [
      {
        type: 'LeadSubmitted',
        data: { name, email, phone, source: 'customer-filter' },
        by: { id, name, role: 'client' },
        at: earlier(90),
      },
      { type: 'LeadConverted', data: { clientId: id }, by: admin, at: later },
    ],
  }
}

/** How many visitors of a day end where, of some forty a day. */
const ends: readonly (readonly [number, ...FunnelStep[]])[] = [
  [14, 'start'],
  [1, 'start', 'test'],
  [12, 'start', 'test', 'failed'],
  [4, 'start', 'test', 'success', 'details'],
  [1, 'start', 'test', 'failed', 'success'],
  [2, 'start', 'test', 'success', 'details', 'analyzing', 'pricing'],
  [2, 'start', 'test', 'success', 'details', 'analyzing', 'pricing', 'offerings'],
  [1, 'start', 'test', 'success', 'details', 'analyzing', 'pricing', 'confirm'],
  [1, 'start', 'test', 'success', 'details', 'analyzing', 'pricing', 'offerings', 'confirm'],
  [1, 'start', 'test', 'success', 'details', 'analyzing', 'pricing', 'offerings', 'confirm', 'registered'],
]

/** The visitors of the demo's funnel on some days: few, since all of it is stored before the demo opens. Their ids are the days, in UTC. */
export function demoFunnel(now: string): { id: string; events: Sample<FunnelEvent>[] }[] {
  return Array.from({ length: 6 }, (_, ago) => {
    const at = new Date(Date.parse(now) - (ago + 1) * day).toISOString()
    // No two days are alike.
    const events = ends.flatMap(([count, ...steps], which) =>
      Array.from({ length: Math.max(0, count + ((ago * 7 + which * 3) % 5) - 2) }, () =>
        steps.map((step, index): Sample<FunnelEvent> => {
          const from = steps[index - 1]
          return { type: 'FunnelStepReached', data: from ? { step, from } : { step }, by: anonymousVisitor, at }
        }),
      ).flat(),
    )
    return { id: at.slice(0, 10), events }
  })
}
