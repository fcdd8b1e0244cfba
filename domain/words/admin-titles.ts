import { digits, plural } from '#domain/count.ts'
import type { FunnelStep } from '#domain/site/steps.ts'
import type { Headline } from './headline.ts'

/** The list of orders: how many wait for the agency, then what is overdue or unread. */
export function ordersTitle(counts: { open: number; waiting: number; overdue: number; unread: number }): Headline {
  const { open, waiting, overdue, unread } = counts
  if (open === 0 && unread === 0) return { title: 'No open projects.' }
  const title =
    waiting > 0
      ? plural(waiting, '{n} project is waiting on us.', '{n} projects are waiting on us.')
      : 'Nothing is waiting on us.'
  return { title: open === 0 ? 'No open projects.' : title, next: overdueOrUnread(overdue, unread, waiting) }
}

function overdueOrUnread(overdue: number, unread: number, waiting: number): string {
  if (overdue > 0) return plural(overdue, '{n} is overdue.', '{n} are overdue.')
  if (unread > 0) return plural(unread, '{n} has unread messages.', '{n} have unread messages.')
  return waiting > 0 ? 'None overdue, nothing unread.' : 'Nothing unread.'
}

type LeadNumbers = { today: number; late: number; fresh: number | undefined }

/**
 * The leads: whom to call today, and how many of those calls are overdue; else how many leads are new. While some are left
 * out, `fresh` is not known.
 */
export function leadsTitle({ today, late, fresh }: LeadNumbers): Headline {
  const title = today > 0 ? plural(today, '{n} call due today.', '{n} calls due today.') : 'No calls due today.'
  if (late === 0 && fresh === undefined) return { title }
  if (late === 0) return { title, next: fresh ? plural(fresh, '{n} new lead.', '{n} new leads.') : 'No new leads.' }
  const allLate = plural(late, 'It is overdue.', 'All are overdue.')
  return { title, next: late === today ? allLate : plural(late, '{n} is overdue.', '{n} are overdue.') }
}

type People = { admins: number; clients: number | undefined; here: number }

/** The people: how many there are, and how many have a project on their screen. While a client is searched, `clients` is not known. */
export function peopleTitle({ admins, clients, here }: People): Headline {
  const ofClients = clients === undefined ? '' : plural(clients, ', {n} client', ', {n} clients')
  return {
    title: plural(admins, `{n} admin${ofClients}.`, `{n} admins${ofClients}.`),
    next:
      here === 0
        ? 'No one is viewing a project right now.'
        : plural(here, '{n} person is viewing a project right now.', '{n} people are viewing a project right now.'),
  }
}

/** Further than this the entries of a day are not counted. */
export const maxEntriesCounted = 1_000

/** When the latest entry was: less than a minute ago, at a time of today (`2:32 pm`), or on a day (`14/11/2026`). */
export type LatestEntry = 'just now' | { clock: string } | { day: string }

/** The activity of today. `latest` where it is known. */
export function activityTitle(count: number, latest: LatestEntry | undefined): Headline {
  const title =
    count >= maxEntriesCounted
      ? `${digits(maxEntriesCounted)} entries or more today.`
      : plural(count, '{n} entry today.', '{n} entries today.')
  const next = latest && latestEntry(latest)
  return { title: count === 0 ? 'No activity today.' : title, ...(next ? { next } : {}) }
}

function latestEntry(latest: LatestEntry): string {
  if (latest === 'just now') return 'The latest just now.'
  return 'clock' in latest ? `The latest at ${latest.clock}.` : `Last entry: ${latest.day}.`
}

/** The security log: whether anything was refused in the last 24 hours; `isRefusals` where refusals are among what is shown. */
export function securityTitle(isRefusals: boolean, wasRefused: boolean): Headline {
  const next = 'Entries are kept for 180 days.'
  if (!isRefusals) return { title: 'Logins and account changes.', next }
  return wasRefused
    ? { title: 'Refused logins or requests in the last 24 hours.', next }
    : { title: 'Nothing refused in the last 24 hours.', next }
}

type Integrations = { webhooks: number; keys: number; failing: number; off: number; tried: number }

/**
 * The integrations: how many there are, how many webhooks are off, and how many of the others do not respond. `tried` are
 * those that are on and were sent something.
 */
export function integrationsTitle({ webhooks, keys, failing, off, tried }: Integrations): Headline {
  if (webhooks + keys === 0) return { title: 'No integrations yet.' }
  const ofKeys = plural(keys, '{n} API key', '{n} API keys')
  const title = plural(webhooks, `{n} webhook, ${ofKeys}.`, `{n} webhooks, ${ofKeys}.`)
  if (failing > 0)
    return { title, next: plural(failing, '{n} webhook isn’t responding.', '{n} webhooks aren’t responding.') }
  if (off > 0) return { title, next: plural(off, '{n} webhook is turned off.', '{n} webhooks are turned off.') }
  return tried > 0 ? { title, next: 'All deliveries are working.' } : { title }
}

/** The agency: what its clients can do by what it has set, and whether its website shows any project. */
export function agencyTitle({ portfolio, ...ways }: Ways & { portfolio: boolean }): Headline {
  const headline = waysTitle(ways)
  const none = 'No projects on the website yet.'
  return portfolio ? headline : { ...headline, next: headline.next ? `${headline.next} ${none}` : none }
}

type Ways = { contact: boolean; bank: boolean; upi: boolean }

function waysTitle({ contact, bank, upi }: Ways): Headline {
  if (bank && upi)
    return contact
      ? { title: 'Clients can contact you and pay you.' }
      : { title: 'No contact details yet.', next: 'Clients can pay you.' }
  if (!contact)
    return { title: 'No contact details yet.', next: bank || upi ? onlyOneWay(bank) : 'Clients can’t pay you yet.' }
  return { title: 'Clients can contact you.', next: bank || upi ? onlyOneWay(bank) : 'They can’t pay you yet.' }
}

const onlyOneWay = (bank: boolean): string =>
  bank ? 'Clients can’t pay by UPI yet.' : 'Clients can’t pay by bank transfer yet.'

/** The questionnaire: its questions, how many of them have unsaved changes, and how many need fixing. */
export function questionsTitle(count: number, unsaved: number, wrong: number): Headline {
  if (count === 0) return { title: 'No questions yet.', next: 'Add at least one.' }
  const changes = plural(unsaved, '{n} unsaved change', '{n} unsaved changes')
  const title =
    unsaved > 0
      ? plural(count, `{n} question, ${changes}.`, `{n} questions, ${changes}.`)
      : plural(count, '{n} question.', '{n} questions.')
  return wrong > 0 ? { title, next: plural(wrong, '{n} needs fixing.', '{n} need fixing.') } : { title }
}

/** Where most visitors left who came no further than a step. `n` is how many those are. */
const leftAt: Record<Exclude<FunnelStep, 'registered'>, (n: string) => string> = {
  start: (n) => `Most others (${n}) left before the test.`,
  test: (n) => `Most others (${n}) left in the test.`,
  failed: (n) => `Most others (${n}) left after failing the test.`,
  success: (n) => `Most others (${n}) left after passing the test.`,
  details: (n) => `Most others (${n}) left at the form.`,
  analyzing: (n) => `Most others (${n}) left while waiting for prices.`,
  pricing: (n) => `Most others (${n}) left at the prices.`,
  offerings: (n) => `Most others (${n}) left at the offerings.`,
  confirm: (n) => `Most others (${n}) left at the last form.`,
}

/** The funnel: how many began and registered; and where most of the others stopped. */
export function funnelTitle(numbers: readonly { step: FunnelStep; reached: number; stopped: number }[]): Headline {
  const reached = (step: FunnelStep) => numbers.find((each) => each.step === step)?.reached ?? 0
  const began = reached('start')
  if (began === 0) return { title: 'No visitors yet.' }
  const registered = digits(reached('registered'))
  const title = plural(began, `${registered} of {n} visitor registered.`, `${registered} of {n} visitors registered.`)
  const [most] = numbers
    .filter(({ step, stopped }) => step !== 'registered' && stopped > 0)
    .toSorted((a, b) => b.stopped - a.stopped)
  if (!most) return { title }
  return { title, next: leftAt[most.step as keyof typeof leftAt](digits(most.stopped)) }
}
