import type { Person } from '#domain/event.ts'
import type { LeadEvent } from '#domain/lead/actions.ts'
import type { Details, Stage } from '#domain/lead/lead.ts'
import { anonymousVisitor } from '#domain/site/fit-tests.ts'
import type { FunnelEvent, FunnelStep } from '#domain/site/steps.ts'
import type { Sample } from '#domain/testing.ts'

// The leads of the demo agency, and the visitors of its funnel. All of them are invented.

const minute = 60_000
const day = 24 * 60 * minute

type Figures = [years: number, employees: number, roles: number, customers: number]

/** The result of a request. `next` is when to ask again, in days from now: less than 0 is late. */
type Outcome = { stage?: [Stage, ago: number]; note?: string; next?: number }

/** A person who asked for prices `ago` days ago; `line` is how their phone number ends. */
const request = (
  ago: number,
  name: string,
  mailbox: string,
  line: number,
  figures: Figures,
  outcome: Outcome = {},
) => ({
  ...{ ago, name, email: `${mailbox}.example`, phone: `+919000000${line}`, figures },
  ...outcome,
})

const requests = [
  request(1.1, 'Gurpreet Singh', 'gurpreet@harbanstyres', 101, [22, 14, 5, 900], {
    note: 'Brother answers before noon. Wants a price list the counter can change.',
  }),
  request(1.3, 'Amul Rane', 'amul@ranestudio', 102, [6, 4, 3, 30]),
  request(1.6, 'Hansa Ahir', 'hansa@kutchrugs', 103, [31, 9, 4, 120]),
  request(2.2, 'R. Vasanth', 'vasanth@caterers', 104, [12, 25, 6, 60]),
  request(3.4, 'Neha Kumawat', 'neha@bluepottery', 105, [18, 11, 4, 300]),
  request(4.1, 'Dr Anjali Pillai', 'anjali@pillaiphysio', 106, [9, 5, 3, 210]),
  // The same phone number as below: perhaps a second request of one person.
  request(9.5, 'Imran Shaikh', 'imran@sagarcold', 107, [15, 40, 8, 80]),
  request(34, 'I. Shaikh', 'office@sagarcold', 107, [15, 40, 8, 80], { stage: ['lost', 30] }),
  request(16, 'Alok Mishra', 'alok@bookdepot', 108, [40, 7, 3, 1500]),
  request(12, 'Suresh Naik', 'suresh@hotelparijat', 109, [27, 33, 9, 700], {
    stage: ['contacted', 11],
    next: -2.1,
    note: 'Asks whether bookings can be read on the phone.',
  }),
  request(8, 'Ira Sen', 'ira@matriyoga', 110, [4, 3, 2, 140], { stage: ['contacted', 6], next: -1.05 }),
  request(7, 'Faisal K.P.', 'faisal@malabarspices', 111, [52, 18, 6, 450], { stage: ['contacted', 5], next: 0.02 }),
  request(6, 'Lakshmi Gowda', 'lakshmi@nandischool', 112, [8, 16, 5, 95], { stage: ['contacted', 4], next: 1 }),
  request(10, 'Bipul Das', 'bipul@easternfreight', 113, [19, 60, 11, 200], { stage: ['contacted', 7], next: 3 }),
  request(20, 'Revathi S.', 'revathi@chitrasilks', 114, [33, 21, 6, 380], { stage: ['contacted', 15], next: 9 }),
  request(25, 'Dinesh Patidar', 'dinesh@omsolar', 115, [5, 12, 4, 40], { stage: ['contacted', 20], next: 24 }),
  request(14, 'Kavita Rathore', 'kavita@aravalli', 116, [11, 8, 4, 60], { stage: ['contacted', 9] }),
  request(38, 'Sadia Khan', 'sadia@zenana', 117, [7, 6, 3, 90], { stage: ['lost', 31] }),
  request(70, 'Ganesh Iyer', 'ganesh@iyertuitions', 118, [16, 2, 2, 55], { stage: ['lost', 64] }),
]

/** The leads of the demo, with those that its clients once were. Each has the id that its account has or would have. */
export function demoLeads(now: string, idOf: (email: string) => string, admin: Person, clients: readonly Client[]) {
  const at = (ago: number) => new Date(Date.parse(now) - ago * day).toISOString()
  const leads = requests.map(({ figures: [years, employees, roles, customers], ...lead }) => {
    const { name, email, phone, ago, stage, note, next } = lead
    const answers = { 1: 'yes', 2: 'yes', 3: 'yes', 4: 'yes', 5: 'no' } as const
    const source = 'customer-filter'
    const details: Details = { name, email, phone, source, years, employees, roles, customers, answers }
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
