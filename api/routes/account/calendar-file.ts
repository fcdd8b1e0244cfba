import { createHash } from 'node:crypto'
import type { ICalEventData } from 'ical-generator'
import type { Role } from '#domain/event.ts'
import { type OrderDate, orderDates } from '#domain/order/dates.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { inSlices } from '#infra/slices.ts'

type About = {
  /** The agency that it is named after. */
  agency: string
  timeZone: string
  reader: Role
  /** Where the pages are. */
  origin: string
}

/** How often calendar programs are asked to look again, in seconds. */
const refreshEvery = 60 * 60
/** How long before its end a proposal's entry begins, in milliseconds: so it stands on the last day, and not on the next. */
const beforeEnd = 30 * 60 * 1000

/** A short digest of all that a calendar is made of: as long as it is the same, so is the calendar. */
export const calendarDigest = (about: About, rows: readonly OrderRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify([about, rows.map((row) => [row.id, row.title, row.clientName, row.proposal, row.lastAt])]))
    .digest('base64url')

/**
 * The dates of some open orders as iCalendar (RFC 5545), made in slices. Times are UTC. The UID of an entry says which date
 * of which order it is, and nothing else: it stays when the address is another one.
 */
export async function calendarFile(about: About, rows: readonly OrderRow[]): Promise<string> {
  const { default: ical } = await import('ical-generator')
  const { agency, timeZone, reader, origin } = about
  const calendarOf = (events: ICalEventData[]) =>
    ical({
      name: agency,
      prodId: { company: 'Atelier', product: 'Projects', language: 'EN' },
      ttl: refreshEvery,
      events,
    }).toString()
  const empty = calendarOf([])
  const end = empty.lastIndexOf('END:VCALENDAR')
  let text = empty.slice(0, end)
  for await (const row of inSlices(rows)) {
    const events = orderDates(row, timeZone).map((date) => ({
      id: `${date.kind}.${row.id}@atelier`,
      ...timesOf(date),
      summary: date.kind === 'launch' ? `Launch: ${row.title}` : `Proposal expires: ${row.title}`,
      description: descriptionOf(date, row, reader),
      url: `${origin}/order-detail/${row.id}`,
      stamp: new Date(row.lastAt),
    }))
    text += calendarOf(events).slice(end, end - empty.length)
  }
  return text + empty.slice(end)
}

function timesOf(date: OrderDate) {
  if (date.kind === 'launch') return { start: new Date(`${date.day}T00:00:00Z`), allDay: true }
  const end = new Date(date.at)
  return { start: new Date(end.getTime() - beforeEnd), end }
}

function descriptionOf({ kind }: OrderDate, { clientName, proposal }: OrderRow, reader: Role): string {
  const what = kind === 'launch' ? 'Latest delivery date in the proposal' : 'Last day to accept the proposal'
  return `${what} for ${proposal!.receiverName}.${reader === 'admin' ? ` Client: ${clientName}.` : ''}`
}
