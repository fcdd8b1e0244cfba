import type { ZodType } from 'zod'
import type { SignedIn } from '#api/http/session.ts'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { orderViewEvents, viewEvent } from '#domain/account/save-order-view.ts'
import { aggregates } from '#domain/aggregates.ts'
import { strip } from '#domain/contract/json.ts'
import { invitationEvent } from '#domain/contract/leads.ts'
import { orderEvent } from '#domain/contract/orders.ts'
import { personEvent } from '#domain/contract/people.ts'
import { type Aggregate, idIn, type Recorded, toWire, type WireEvent } from '#domain/event.ts'
import { kindOf } from '#domain/history/activity.ts'
import { forClient, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { LiveServer, PageSocket } from './messages.ts'

/** The pages that follow an order. */
export const orderRoom = (id: string) => `order:${id}`
export const isOrderRoom = (room: string) => room.startsWith('order:')

const userRoom = (id: string) => `user:${id}`
/** The connections of a person's own sessions: an admin who views as a client is in that client's room, and in this of their own. */
const accountRoom = (id: string) => `account:${id}`
const sessionRoom = (id: string) => `session:${id}`
const staffRoom = 'staff'
/** The admins who look at everything that happens. */
export const activityRoom = 'activity'
/** The admins who look at the security log. */
export const securityRoom = 'security'

/** The rooms of a page from its connection on. */
export const roomsOf = ({ person, session, viewedBy }: SignedIn): string[] => [
  ...[userRoom(person.id), accountRoom((viewedBy ?? person).id), sessionRoom(session)],
  ...(person.role === 'admin' ? [staffRoom] : []),
]

/** The aggregates whose events pages are sent. Some go to everyone who is connected: each connection has a session. */
const liveAggregates = Object.values<Pick<Aggregate<unknown, never>, 'name' | 'live'>>(aggregates).flatMap(
  (aggregate) => (aggregate.live ? [{ aggregate, ...aggregate.live }] : []),
)

/** An event as pages are sent it: what its schema names, and nothing else. */
const onWire = (schema: ZodType, event: Recorded): WireEvent => strip(schema, toWire(event)) as WireEvent

/** The events of accounts that change what the page with the people shows, beside those of invitations. */
const showsInPeople = new Set<AccountEvent['type']>([
  'ProfileChanged',
  'AccountSuspended',
  'AccountReinstated',
  'AdminRemoved',
  'LoggedIn',
  'LoggedOut',
  'LoggedOutEverywhere',
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'AddressProven',
  'AddressGivenUp',
  'PasswordResetGranted',
  'AddressChanged',
  'AddressChangeUndone',
  'AccountErased',
  'ErasureCompleted',
])

/** Whether an event says what became of an invitation, or that a person has an account without one. */
const isOfInvitation = ({ type }: Recorded): boolean =>
  /^(AdminInvited|ClientInvited|InvitationWithdrawn|AccountRegistered)$/.test(type)

/** Sends each event to the pages that may see it, and disconnects those whose session it ends. */
export function createPush(io: LiveServer, { handler, now }: { handler: CommandHandler; now: () => number }) {
  const expiry = endExpiredSessions(io, now)
  const toAdmins = (schema: ZodType, event: Recorded) => io.to(staffRoom).emit('event', onWire(schema, event))

  async function pushOrder(id: string, event: Recorded<OrderEvent>): Promise<void> {
    const { type, data } = event
    const owner = type === 'OrderOpened' ? data.clientId : await handler.lookAt(orders, id, ({ clientId }) => clientId)
    // Every admin is in the one room, whatever they have open; of the others each is a client, or looks as one.
    toAdmins(orderEvent, event)
    io.to([orderRoom(id), userRoom(owner)])
      .except(staffRoom)
      .emit('event', onWire(orderEvent, forClient(event)))
  }

  async function pushAccount(id: string, event: Recorded<AccountEvent>): Promise<void> {
    if (isOfInvitation(event)) toAdmins(invitationEvent, event)
    else if (showsInPeople.has(event.type)) toAdmins(personEvent, event)
    // What an admin saves for themselves shows in their other windows; nothing else of an account is sent to a page.
    if (Object.hasOwn(orderViewEvents, event.type)) io.to(userRoom(id)).emit('event', onWire(viewEvent, event))
    disconnectEndedSessions(io, id, event)
    // One session more may have ended another.
    if (event.type === 'LoggedIn' && io.sockets.adapter.rooms.has(accountRoom(id))) {
      const open = await handler.lookAt(accounts, id, ({ sessions }) => Object.keys(sessions).map(sessionRoom))
      io.in(accountRoom(id)).except(open).disconnectSockets(true)
    }
  }

  async function push(event: Recorded): Promise<void> {
    expiry.check()
    if (io.sockets.adapter.rooms.has(activityRoom)) {
      const { at, by, position } = event
      io.to(activityRoom).emit('activity', { kind: kindOf(event), actor: by.id, at, position: String(position) })
    }
    const live = liveAggregates.find(({ aggregate }) => idIn(aggregate, event.stream) !== undefined)
    if (live) (live.to === 'admins' ? io.to(staffRoom) : io).emit('event', onWire(live.as, event))
    const order = idIn(orders, event.stream)
    if (order !== undefined) await pushOrder(order, event as Recorded<OrderEvent>)
    const account = idIn(accounts, event.stream)
    if (account !== undefined) await pushAccount(account, event as Recorded<AccountEvent>)
  }

  return { push, watchExpiry: expiry.watch, close: expiry.close }
}

/** An account that is made anew, or whose address is proven for the first time, was perhaps a stranger's until then. */
const endsAllSessions =
  /^(LoggedOutEverywhere|AccountSuspended|AdminRemoved|AccountErased|AccountRegistered|PasswordResetGranted|AddressChangeUndone)$/

/** Disconnects the pages of sessions that have ended. A page whose session is open still comes back at once. */
function disconnectEndedSessions(io: LiveServer, account: string, { type, data }: Recorded<AccountEvent>): void {
  if (type === 'LoggedOut') io.in(sessionRoom(data.session)).disconnectSockets(true)
  if (endsAllSessions.test(type)) io.in(accountRoom(account)).disconnectSockets(true)
  if (type === 'PasswordChanged') {
    io.in(accountRoom(account))
      .except(data.session === undefined ? [] : sessionRoom(data.session))
      .disconnectSockets(true)
  }
}

/** How often it is looked at where nothing else happens, in milliseconds. */
const interval = 10_000

/**
 * Disconnects pages whose session has ended by its age: no one ends it, so no event says so. That is checked before
 * every pushed event and every message of a page, and costs one comparison as long as no session has ended.
 */
function endExpiredSessions(io: LiveServer, now: () => number) {
  /** When the first of the sessions ends, in milliseconds since 1970. */
  let earliest = Number.POSITIVE_INFINITY

  function check(): void {
    if (now() < earliest) return
    earliest = Number.POSITIVE_INFINITY
    for (const socket of io.of('/').sockets.values()) {
      if (socket.data.ends <= now())
        socket.disconnect(true) // a page whose token was renewed since comes back with it
      else earliest = Math.min(earliest, socket.data.ends)
    }
  }
  const timer = setInterval(check, interval).unref()

  return {
    check,
    /** Looks after a page from now on. */
    watch(socket: PageSocket): void {
      earliest = Math.min(earliest, socket.data.ends)
      socket.use((_message, next) => {
        check()
        if (socket.connected) next()
      })
    },
    close: () => clearInterval(timer),
  }
}
