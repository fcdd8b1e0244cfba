import { createHash, randomBytes } from 'node:crypto'
import type { Request } from 'express'
import type { ICalEventData } from 'ical-generator'
import type { AppContext } from '#api/app-context.ts'
import { findRecorded, requireWhole } from '#api/http/caught-up.ts'
import { pageOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import { accountKeyIn, digestOf, keyedDigest } from '#api/secrets.ts'
import { type Account, isActive } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import type { Role } from '#domain/event.ts'
import { type OrderDate, orderDates } from '#domain/order/dates.ts'
import { projectName } from '#domain/order/project-name.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { agencyName, defaultTimeZone } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { isSame } from '#infra/secret.ts'
import { inSlices } from '#infra/slices.ts'
import type { Projections } from '#projections/all.ts'
import { everyFound } from '#projections/every-row.ts'
import { withNamesOfToday } from '#projections/order/list-orders.ts'
import type { StoredOrderRow } from '#projections/order/orders.ts'

/** The dates of a person's projects, at a secret address that calendar programs read without a session. */
export function calendarRoutes({ handler, projections, settings, secret: serverSecret, limiter }: AppContext) {
  const secretOf = keyedDigest(serverSecret, 'calendar')

  /** A new secret of an account: what is stored of it. */
  function newSecret(id: string) {
    const salt = randomBytes(16).toString('base64url')
    return { salt, digest: digestOf(secretOf(id, salt)) }
  }

  /** The address that an account has now, whichever request made it. */
  async function linkAnswer(request: Request, id: string, message: string) {
    const { calendar } = (await handler.load(accounts, id)).state
    if (!calendar) throw new NotFound('This calendar link was turned off')
    const secret = secretOf(id, calendar.salt)
    const address = `${pageOrigin(request, settings)}/api/calendar/${id}.${secret}.ics`
    return { message, since: calendar.since, ...(digestOf(secret) === calendar.digest ? { address } : {}) }
  }

  /** The owner of the calendar at an address. One without an owner is answered the same, whatever the reason. */
  async function ownerOf(filename: string): Promise<{ id: string; account: Account }> {
    const key = accountKeyIn(filename.replace(/\.ics$/, ''))
    const account = key && (await findAccount(key.id))
    if (key && account?.calendar && isActive(account) && isSame(account.calendar.digest, digestOf(key.secret)))
      return { id: key.id, account }
    throw new NotFound('This calendar doesn’t exist')
  }

  /** An account that there is. What is guessed is looked up in the read model, and takes no room in memory. */
  async function findAccount(id: string): Promise<Account | undefined> {
    const { accounts: model } = projections
    const found = await findRecorded(handler, model, () => model.collection.get(id))
    return found && (await handler.load(accounts, id)).state
  }

  return {
    getCalendar: async ({ account: { calendar } }) => (calendar ? { since: calendar.since } : {}),

    async makeCalendar({ person, request, execute }) {
      const { message } = await execute(accountCommands.makeCalendarLink, person.id, newSecret(person.id))
      return linkAnswer(request, person.id, message)
    },

    async renewCalendar({ person, request, execute }) {
      const { message } = await execute(accountCommands.renewCalendarLink, person.id, newSecret(person.id))
      return linkAnswer(request, person.id, message)
    },

    async removeCalendar({ person, execute }) {
      const { message } = await execute(accountCommands.removeCalendarLink, person.id, {})
      return { message }
    },

    async readCalendar({ request, response }) {
      const { id, account } = await ownerOf(String(request.params.filename))
      await limiter.account('calendar', id)
      await requireWhole(projections.orders) // or what is not there yet would be taken for what is not there any more
      const rows = await datedOrders(projections, account.role === 'client' ? id : undefined)
      const agency = await loadAgency(handler)
      const about = {
        agency: agencyName(agency),
        timeZone: agency.timeZone ?? defaultTimeZone,
        reader: account.role,
        origin: pageOrigin(request, settings),
      }
      response.set({ 'Cache-Control': 'private, no-cache', ETag: `"${calendarDigest(about, rows)}"` })
      if (request.fresh) response.status(304).end()
      else response.type('text/calendar').send(await calendarFile(about, rows))
      return undefined
    },
  } satisfies Partial<Routes>
}

type About = {
  /** The agency that it is named after. */
  agency: string
  timeZone: string
  reader: Role
  /** Where the pages are. */
  origin: string
}

/** How often calendar programs should look again, in seconds. */
const refreshEvery = 60 * 60
/** How long before its end a proposal's entry begins, in milliseconds: so it stands on the last day, and not on the next. */
const beforeEnd = 30 * 60 * 1000

/** Raise it when `calendarFile` writes the same dates otherwise: calendar programs would go on with the file that they have. */
const calendarFormat = 5

/** A short digest of all that a calendar is made of: as long as it is the same, so is the calendar. */
export const calendarDigest = (about: About, rows: readonly OrderRow[]): string => {
  const dated = rows.map(({ id, title, openedAs, business, clientName, proposal, proposals, lastAt }) => [
    ...[id, title, openedAs, business, clientName, proposal, proposals, lastAt],
  ])
  return createHash('sha256')
    .update(JSON.stringify([calendarFormat, about, dated]))
    .digest('base64url')
}

/**
 * The dates of some open orders as iCalendar (RFC 5545), made in slices. Times are UTC. The UID of an entry says which date
 * of which order it is, and nothing else: it stays when the address is another one.
 */
export async function calendarFile(about: About, rows: readonly OrderRow[]): Promise<string> {
  const { default: ical, escape: escaped } = await import('ical-generator')
  const { agency, timeZone, reader, origin } = about
  const calendarOf = (events: ICalEventData[]) =>
    ical({
      name: escaped(agency, false), // the one text that it writes as it is
      prodId: { company: 'Atelier', product: 'Projects', language: 'EN' },
      ttl: refreshEvery,
      events,
    }).toString()
  const empty = calendarOf([])
  const end = empty.lastIndexOf('END:VCALENDAR')
  let text = empty.slice(0, end)
  for await (const row of inSlices(rows)) {
    const name = reader === 'client' ? projectName(row).name : row.title
    const events = orderDates(row, timeZone).map((date) => ({
      id: `${date.kind}.${row.id}@atelier`,
      ...timesOf(date),
      summary: date.kind === 'launch' ? `Launch: ${name}` : `Proposal expires: ${name}`,
      description: descriptionOf(date, row, reader),
      url: `${origin}/order-detail/${row.id}`,
      stamp: new Date(row.lastAt),
    }))
    text += calendarOf(events).slice(end, end - empty.length)
  }
  return `${text}${empty.slice(end)}\r\n` // of which ical-generator leaves out the last line’s end
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

/** How many orders a calendar has at most: those that are to be launched last. */
const maxDated = 1_000

/** The open orders that have a day of delivery: of one client, whose calendar never names them, or of all. */
async function datedOrders(
  { orders, accounts }: Pick<Projections, 'orders' | 'accounts'>,
  clientId: string | undefined,
): Promise<StoredOrderRow[]> {
  const where = { ...(clientId === undefined ? {} : { clientId }), status: 'open', 'derived.dueOn': { gt: '' } }
  const rows = everyFound(orders, { where, sort: [['derived.dueOn', 'desc']] })
  const dated: StoredOrderRow[] = []
  for await (const row of rows) if (dated.push(row) === maxDated) break
  return clientId === undefined ? withNamesOfToday({ accounts }, dated) : dated
}
