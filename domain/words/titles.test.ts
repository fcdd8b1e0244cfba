import { describe, expect, it } from 'vitest'
import {
  activityTitle,
  agencyTitle,
  funnelTitle,
  integrationsTitle,
  leadsTitle,
  ordersTitle,
  peopleTitle,
  questionsTitle,
  securityTitle,
} from './admin-titles.ts'
import { closedTitle, projectsTitle } from './client-titles.ts'
import type { Headline } from './headline.ts'
import { historyTitle, invoiceTitle } from './order-titles.ts'

const whole = ({ title, next }: Headline) => (next ? `${title} / ${next}` : title)
const says = (sentences: [Headline, string][]) =>
  it.each(sentences.map(([title, said]) => [said, title] as const))('%s', (said, title) =>
    expect(whole(title)).toBe(said),
  )

describe('the dashboard of a client says:', () => {
  const first = { project: 'Neelgiri Looms', step: 'Payment', since: 'Tuesday' }
  const some = { goesOn: false, waiting: 0 }
  says([
    [projectsTitle({ ...some, open: 0 }), 'No open projects. / Start one whenever you like.'],
    [projectsTitle({ ...some, open: 3 }), '3 open projects. / It’s our turn in all of them.'],
    [
      projectsTitle({ open: 3, goesOn: false, waiting: 1, first }),
      '3 open projects, 1 waiting for you. / Neelgiri Looms: Payment, since Tuesday.',
    ],
    [
      projectsTitle({ open: 2, goesOn: false, waiting: 1, first: { project: 'Neelgiri Looms', step: 'Pay ₹19,500' } }),
      '2 open projects, 1 waiting for you. / Neelgiri Looms: Pay ₹19,500.',
    ],
    [
      projectsTitle({ open: 50, goesOn: true, waiting: 2, first }),
      'More than 50 open projects, 2 waiting for you. / Neelgiri Looms: Payment, since Tuesday.',
    ],
    [projectsTitle({ ...some, open: 50, goesOn: true }), 'More than 50 open projects.'],
  ])
})

describe('the history of a client says:', () =>
  says([
    [closedTitle(0, 0, false), 'No closed projects yet. / Your open projects are on the dashboard.'],
    [closedTitle(2, 1, false), '2 completed projects, 1 cancelled. / You can still open all of them.'],
    [closedTitle(1, 0, false), '1 completed project. / You can still open it.'],
    [closedTitle(0, 1, false), '1 cancelled project. / You can still open it.'],
    [closedTitle(0, 2, false), '2 cancelled projects. / You can still open all of them.'],
    [closedTitle(50, 1, true), 'Your closed projects. / You can still open all of them.'],
  ]))

type Invoiced = Parameters<typeof invoiceTitle>[0]
const invoice = { paid: 0, actual: 65_000_00, revisions: 0 }
const unpaid: Invoiced = { status: 'completed', steps: [], payments: [], invoice }
const reporting = (amount: number): Invoiced => ({
  ...unpaid,
  payments: [{ id: 'p1', amount, state: 'reported', at: '', by: '' }],
})

describe('an invoice says:', () =>
  says([
    [
      invoiceTitle({ ...unpaid, status: 'open', invoice: { paid: 0, actual: 45_000_00, revisions: 0 } }),
      '₹45,000 to pay. / Nothing paid yet.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'open', invoice: { paid: 22_500_00, actual: 45_000_00, revisions: 1 } }),
      '₹23,400 to pay. / ₹22,500 paid so far.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'open', invoice: { paid: 47_000_00, actual: 45_000_00, revisions: 0 } }),
      'Paid in full. / ₹2,000 overpaid.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'open', invoice: { paid: 13_000_00, actual: 0, revisions: 0 } }),
      '₹13,000 paid. / There is no price yet.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'cancelled', invoice: { paid: 13_000_00, actual: 0, revisions: 0 } }),
      'Paid in full. / ₹13,000 overpaid.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'open', invoice: { paid: 45_000_00, actual: 45_000_00, revisions: 0 } }),
      'Paid in full. / Thank you.',
    ],
    [
      invoiceTitle({ ...unpaid, status: 'cancelled', invoice: { paid: 13_000_00, actual: 65_000_00, revisions: 0 } }),
      'Nothing to pay. / This project was cancelled.',
    ],
    [
      invoiceTitle({
        status: 'cancelled',
        steps: [{ id: 1, value: 'Landing page', phase: 'landing page', status: 0 }],
        payments: [],
        invoice: { paid: 45_000_00, actual: 45_000_00, revisions: 0 },
      }),
      '₹36,000 refund. / This project was cancelled.',
    ],
    [
      invoiceTitle({ ...reporting(13_000_00), status: 'open' }),
      '₹52,000 to pay. / ₹13,000 is reported and being checked.',
    ],
    [
      invoiceTitle({ ...reporting(13_000_00), invoice: { ...invoice, actual: 0 }, invoiced: { sum: 13_000_00 } }),
      'Nothing to pay. / ₹13,000 is reported and not checked.',
    ],
    [invoiceTitle(reporting(13_000_00)), '₹52,000 to pay. / ₹13,000 is reported and not checked.'],
    [invoiceTitle(reporting(65_000_00)), 'Nothing to pay. / ₹65,000 is reported and not checked.'],
  ]))

describe('the history of an order says:', () =>
  says([
    [historyTitle({ count: 27, goesOn: true, isFiltered: false, isSearching: false }), '27 entries, / newest first.'],
    [historyTitle({ count: 1, goesOn: false, isFiltered: true, isSearching: false }), '1 entry found, / newest first.'],
    [
      historyTitle({ count: 3, goesOn: true, isFiltered: true, isSearching: true }),
      '3 entries found so far, / newest first.',
    ],
    [historyTitle({ count: 0, goesOn: true, isFiltered: true, isSearching: true }), 'Searching…'],
    [historyTitle({ count: 0, goesOn: false, isFiltered: true, isSearching: false }), 'No entries found.'],
  ]))

describe('the orders of an admin say:', () => {
  const of = (open: number, waiting: number, overdue: number, unread: number) =>
    ordersTitle({ open, waiting, overdue, unread })
  says([
    [of(0, 0, 0, 0), 'No open projects.'],
    [of(0, 0, 0, 1), 'No open projects. / 1 has unread messages.'],
    [of(5, 0, 0, 0), 'Nothing is waiting on us. / Nothing unread.'],
    [of(5, 1, 0, 2), '1 project is waiting on us. / 2 have unread messages.'],
    [of(200, 14, 3, 9), '14 projects are waiting on us. / 3 are overdue.'],
    [of(5, 2, 1, 0), '2 projects are waiting on us. / 1 is overdue.'],
    [of(5, 2, 0, 0), '2 projects are waiting on us. / None overdue, nothing unread.'],
  ])
})

describe('the leads say:', () =>
  says([
    [leadsTitle({ today: 2, late: 1, fresh: 3 }), '2 calls due today. / 1 is overdue.'],
    [leadsTitle({ today: 2, late: 2, fresh: 0 }), '2 calls due today. / All are overdue.'],
    [leadsTitle({ today: 1, late: 1, fresh: 0 }), '1 call due today. / It is overdue.'],
    [leadsTitle({ today: 0, late: 0, fresh: 3 }), 'No calls due today. / 3 new leads.'],
    [leadsTitle({ today: 1, late: 0, fresh: 1 }), '1 call due today. / 1 new lead.'],
    [leadsTitle({ today: 0, late: 0, fresh: 0 }), 'No calls due today. / No new leads.'],
    [leadsTitle({ today: 0, late: 0, fresh: undefined }), 'No calls due today.'],
  ]))

describe('the funnel says:', () => {
  const step = (step: 'start' | 'details' | 'registered', reached: number, stopped: number) => ({
    step,
    reached,
    stopped,
  })
  says([
    [funnelTitle([step('start', 0, 0)]), 'No visitors yet.'],
    [
      funnelTitle([step('start', 1_200, 40), step('details', 80, 54), step('registered', 8, 8)]),
      '8 of 1,200 visitors registered. / Most others (54) left at the form.',
    ],
    [funnelTitle([step('start', 1, 0), step('registered', 1, 1)]), '1 of 1 visitor registered.'],
  ])
})

describe('the people say:', () =>
  says([
    [peopleTitle({ admins: 1, clients: 1, here: 0 }), '1 admin, 1 client. / No one is viewing a project right now.'],
    [
      peopleTitle({ admins: 2, clients: 14, here: 3 }),
      '2 admins, 14 clients. / 3 people are viewing a project right now.',
    ],
    [
      peopleTitle({ admins: 2, clients: 0, here: 1 }),
      '2 admins, 0 clients. / 1 person is viewing a project right now.',
    ],
    [peopleTitle({ admins: 2, clients: undefined, here: 0 }), '2 admins. / No one is viewing a project right now.'],
  ]))

describe('the activity says:', () =>
  says([
    [activityTitle(0, undefined), 'No activity today.'],
    [activityTitle(0, { day: '14/11/2026' }), 'No activity today. / Last entry: 14/11/2026.'],
    [activityTitle(12, { clock: '2:32 pm' }), '12 entries today. / The latest at 2:32 pm.'],
    [activityTitle(1, 'just now'), '1 entry today. / The latest just now.'],
    [activityTitle(1_000, undefined), '1,000 entries or more today.'],
  ]))

describe('the security log says:', () =>
  says([
    [securityTitle(true, true), 'Refused logins or requests in the last 24 hours. / Entries are kept for 180 days.'],
    [securityTitle(true, false), 'Nothing refused in the last 24 hours. / Entries are kept for 180 days.'],
    [securityTitle(false, true), 'Logins and account changes. / Entries are kept for 180 days.'],
  ]))

describe('the integrations say:', () => {
  const of = (webhooks: number, keys: number, state: { failing?: number; off?: number; tried?: number } = {}) =>
    integrationsTitle({ webhooks, keys, failing: 0, off: 0, tried: 0, ...state })
  says([
    [of(0, 0), 'No integrations yet.'],
    [of(2, 1, { tried: 1 }), '2 webhooks, 1 API key. / All deliveries are working.'],
    [of(2, 1, { failing: 1, tried: 2 }), '2 webhooks, 1 API key. / 1 webhook isn’t responding.'],
    [of(2, 1), '2 webhooks, 1 API key.'],
    [of(2, 1, { off: 1, tried: 1 }), '2 webhooks, 1 API key. / 1 webhook is turned off.'],
    [of(0, 2), '0 webhooks, 2 API keys.'],
  ])
})

describe('the agency settings say:', () => {
  const of = (contact: boolean, bank: boolean, upi: boolean, portfolio = true) =>
    agencyTitle({ contact, bank, upi, portfolio })
  says([
    [of(true, true, true), 'Clients can contact you and pay you.'],
    [of(false, true, true), 'No contact details yet. / Clients can pay you.'],
    [of(true, true, false), 'Clients can contact you. / Clients can’t pay by UPI yet.'],
    [of(true, false, true), 'Clients can contact you. / Clients can’t pay by bank transfer yet.'],
    [of(false, false, false), 'No contact details yet. / Clients can’t pay you yet.'],
    [of(true, true, true, false), 'Clients can contact you and pay you. / No projects on the website yet.'],
    [
      of(true, true, false, false),
      'Clients can contact you. / Clients can’t pay by UPI yet. No projects on the website yet.',
    ],
  ])
})

describe('the questionnaire says:', () =>
  says([
    [questionsTitle(0, 0, 1), 'No questions yet. / Add at least one.'],
    [questionsTitle(12, 0, 0), '12 questions.'],
    [questionsTitle(12, 2, 1), '12 questions, 2 unsaved changes. / 1 needs fixing.'],
    [questionsTitle(1, 1, 0), '1 question, 1 unsaved change.'],
  ]))
