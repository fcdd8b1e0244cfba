import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { ZodType } from 'zod'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { orderViewEvents, viewEvent } from '#domain/account/save-order-view.ts'
import { kindOf } from '#domain/activity/activity.ts'
import { apiKeys } from '#domain/api-key/api-key.ts'
import { TooMany } from '#domain/command.ts'
import { apiKeyEvent } from '#domain/contract/api-keys.ts'
import { strip } from '#domain/contract/json.ts'
import { invitationEvent, leadEvent } from '#domain/contract/leads.ts'
import { orderEvent } from '#domain/contract/orders.ts'
import { personEvent } from '#domain/contract/people.ts'
import {
  agencyEvent,
  mailTextEvent,
  portfolioEvent,
  pricesEvent,
  templateEvent,
  termsEvent,
} from '#domain/contract/settings.ts'
import { webhookEvent } from '#domain/contract/webhooks.ts'
import { idIn, type Recorded, toWire, type WireEvent } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import { forClient, type OrderEvent, orders } from '#domain/order/actions.ts'
import { maySee } from '#domain/order/order.ts'
import { agencies } from '#domain/settings/agency.ts'
import { portfolios } from '#domain/settings/portfolio.ts'
import { prices } from '#domain/settings/prices.ts'
import { termsOfAgency } from '#domain/settings/terms.ts'
import { templates } from '#domain/template/template.ts'
import { webhooks } from '#domain/webhook/webhook.ts'
import type { Document } from '#infra/documents/store.ts'
import { type CommandHandler, isUnusable } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Log } from '#infra/log.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import type { ReadModel } from '#projections/projection.ts'
import type { Limiter } from '../http/limits.ts'
import { isAnswerable } from '../http/problems.ts'
import { isSameOrigin } from '../http/request-headers.ts'
import type { SecurityEntries } from '../http/security-entries.ts'
import type { Sessions, SignedIn } from '../http/session.ts'
import { boundConnection, createAdmission, type LiveBounds, liveBounds } from './bounds.ts'
import { catchUpPage, oneAtATime } from './catch-up.ts'
import { cutOff, endExpiredSessions, isOrderRoom, type LiveServer, orderRoom, type PageSocket } from './connection.ts'
import { answerMessages, handshake, type WatchAnswer, type WatchRequest } from './messages.ts'
import { watchProgress } from './watch-progress.ts'
import { createWhoIsHere } from './who-is-here.ts'

const userRoom = (id: string) => `user:${id}`
/** The connections of a person's own sessions: an admin who views as a client is in that client's room, and in this of their own. */
const accountRoom = (id: string) => `account:${id}`
const sessionRoom = (id: string) => `session:${id}`
const staffRoom = 'staff'
/** The admins who look at everything that happens. */
const activityRoom = 'activity'
/** The admins who look at the security log. */
const securityRoom = 'security'

/** What every page may follow: whoever has a connection has a session, and so may see all of it. */
const shownToAll: readonly [{ name: string }, ZodType][] = [
  [agencies, agencyEvent],
  [prices, pricesEvent],
  [termsOfAgency, termsEvent],
  [portfolios, portfolioEvent],
]

/** An event as pages are sent it: what its schema names, and nothing else. */
const onWire = (schema: ZodType, event: Recorded): WireEvent => strip(schema, toWire(event)) as WireEvent

/** The events of accounts that change what the page with the people shows, beside those of invitations. */
const showsInPeople = new Set<AccountEvent['type']>([
  'ProfileChanged',
  'AccountSuspended',
  'AccountReinstated',
  'AdminRemoved',
  'LoggedOutEverywhere',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'AddressProven',
  'AddressChanged',
  'AddressChangeUndone',
  'AccountErased',
  'ErasureCompleted',
])

type Dependencies = {
  events: EventStore
  epoch: string
  /** The read models that lists are of. */
  models: readonly Pick<ReadModel<Document>, 'progress' | 'isWhole'>[]
  handler: CommandHandler
  sessions: Sessions
  securityEntries: Pick<SecurityEntries, 'tell'>
  limiter: Pick<Limiter, 'account'>
  log: Log
  publicUrl?: string
  now: () => number
  /** The address that a connection comes from, whatever stands in front. */
  addressOf(request: IncomingMessage): string | undefined
  bounds?: Partial<LiveBounds>
  /**
   * Called when no event can be pushed any more. Pages would go on to show themselves as live: the process has to end.
   */
  onBroken(error: Error): void
  /** Called with each event, before it is pushed. */
  onEvent?(event: Recorded): void
}

/**
 * Pushes every event to the pages that may see it, straight after its commit: `order:<id>` for the order's page,
 * `staff` and `user:<id>` for lists. Resolves once nothing recorded from now on can be missed.
 */
export async function startLive(
  http: HttpServer,
  {
    events,
    epoch,
    models,
    handler,
    sessions,
    securityEntries,
    limiter,
    log,
    publicUrl,
    now,
    addressOf,
    bounds: given,
    onBroken,
    onEvent,
  }: Dependencies,
) {
  const bounds = { ...liveBounds, ...given }
  const admission = createAdmission(bounds)

  /** Whether a connection may be opened: by a page of ours, and while there is room for one more of its kind. */
  async function admits(request: IncomingMessage): Promise<boolean> {
    const { headers, socket } = request
    if (!isSameOrigin(headers, publicUrl)) return false
    const found = await sessions.authenticate(headers.cookie)
    return admission.admits(found?.person.id, addressOf(request), socket)
  }

  const io: LiveServer = new Server(http, {
    // Websocket only: no sticky sessions with several processes, and no second way to do it.
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 10_000,
    pingInterval: 10_000,
    pingTimeout: 10_000,
    allowRequest: (request, decide) =>
      void admits(request).then(
        (admitted) => decide(null, admitted),
        () => decide(null, false), // the page comes back by itself
      ),
  })
  // One that breaks off before anything looks after it is no failure of ours.
  http.prependListener('upgrade', (_request, socket) => void socket.on('error', () => {}))
  // The id of a connection is for moving it to another one, which none of our pages does: it would escape all bounds.
  io.engine.use((request: { _query: object }, _response: unknown, next: (error?: Error) => void) =>
    next('sid' in request._query ? new Error('A connection is not moved') : undefined),
  )
  const onIdentified = new WeakMap<object, () => void>()
  io.engine.on('connection', (connection) => onIdentified.set(connection, boundConnection(connection, bounds, now)))

  /** How much of the lists was made when it was last said. */
  let percent = 100
  const lists = watchProgress(models, (now) => {
    percent = now
    io.emit('lists', now)
  })
  securityEntries.tell(({ id, kind, times, lastAt }) => {
    io.to(securityRoom).emit('security', { id, kind, times, lastAt })
  })
  const whoIsHere = createWhoIsHere(io, { handler, log, now })
  const expiry = endExpiredSessions(io, now)

  /** The connections that are a page's, or are about to be: each is for one page. */
  const taken = new WeakSet<object>()

  io.use(async (socket, next) => {
    if (taken.has(socket.conn)) return cutOff(socket)
    taken.add(socket.conn)
    const refused = await letIn(socket).catch((error) => {
      if (isAnswerable(error)) return error as Error
      log.error({ err: error }, 'a page was not let in')
      return new Error('Something Went Wrong')
    })
    if (refused) taken.delete(socket.conn) // it may try again on the same one
    next(refused)
  })

  io.on('connection', (socket) => {
    welcome(socket).catch((error) => {
      log.warn({ err: error }, 'a page was not welcomed')
      socket.disconnect(true) // it comes back by itself
    })
  })

  /** Notes whose page it is; answers why it is not let in, if it is not. */
  async function letIn(socket: PageSocket): Promise<Error | undefined> {
    const found = await authenticate(socket)
    if (!found) return new Error('Please log in')
    Object.assign(socket.data, found)
    return undefined
  }

  async function welcome(socket: PageSocket): Promise<void> {
    const { person, session, viewedBy } = socket.data
    onIdentified.get(socket.conn)?.()
    expiry.watch(socket)
    if (percent < 100) socket.emit('lists', percent)
    void socket.join([
      ...[userRoom(person.id), accountRoom((viewedBy ?? person).id), sessionRoom(session)],
      ...(person.role === 'admin' ? [staffRoom] : []),
    ])
    // After the rooms: what is recorded from here on is pushed, and lists of this position have the rest.
    socket.emit('epoch', epoch, ...(latest === undefined ? [] : [String(latest)]))
    listenTo(socket)
    // The session may have ended between the check of the cookie and the joining of the rooms that disconnect it.
    if (!(await authenticate(socket))) socket.disconnect(true)
  }

  function listenTo(socket: PageSocket): void {
    const { role } = socket.data.person
    const inTurn = oneAtATime()
    answerMessages(socket, log, {
      async watch(request, acknowledge) {
        const answer = inTurn(() => watch(socket, request))
        if (!answer) return cutOff(socket) // it does not wait for what it asks for
        acknowledge(await answer.catch(refusalOf))
      },
      async unwatch({ orderId }) {
        await socket.leave(orderRoom(orderId))
        whoIsHere.leave(socket, orderId)
      },
      watchPresence: async (acknowledge) => acknowledge(await whoIsHere.follow(socket)),
      watchActivity: async () => void (role === 'admin' && socket.join(activityRoom)),
      watchSecurity: async () => void (role === 'admin' && socket.join(securityRoom)),
    })
    socket.on('disconnecting', () => whoIsHere.leaveAll(socket))
  }

  /** The session of a connection: an admin's as a client, where the page says that it is one that is viewed so. */
  async function authenticate({ handshake: { headers, auth } }: PageSocket): Promise<SignedIn | undefined> {
    return sessions.authenticate(headers.cookie, handshake.parse(auth).viewAs)
  }

  /** Lets a page into an order's room, if its user may see that order, and hands it the next of what it missed. */
  async function watch(socket: PageSocket, { orderId, after }: WatchRequest): Promise<WatchAnswer> {
    const { person, viewedBy } = socket.data
    await limiter.account('watch', (viewedBy ?? person).id)
    if (!(await handler.lookAt(orders, orderId, (order) => maySee(order, person)))) return { refused: true }
    const room = orderRoom(orderId)
    if (!socket.rooms.has(room)) {
      if ([...socket.rooms].filter(isOrderRoom).length >= bounds.orders) return { refused: true }
      // First the room, then what was missed: what is recorded in between comes twice, and the page drops it.
      await socket.join(room)
      whoIsHere.enter(socket, orderId)
    }
    return catchUpPage(events, { orderId, after, person })
  }

  async function push(event: Recorded): Promise<void> {
    expiry.check()
    noteActivity(event)
    if (idIn(leads, event.stream) !== undefined) io.to(staffRoom).emit('event', onWire(leadEvent, event))
    if (idIn(webhooks, event.stream) !== undefined) io.to(staffRoom).emit('event', onWire(webhookEvent, event))
    if (idIn(apiKeys, event.stream) !== undefined) io.to(staffRoom).emit('event', onWire(apiKeyEvent, event))
    if (idIn(templates, event.stream) !== undefined) io.to(staffRoom).emit('event', onWire(templateEvent, event))
    if (idIn(mailTextsOfAgency, event.stream) !== undefined)
      io.to(staffRoom).emit('event', onWire(mailTextEvent, event))
    for (const [aggregate, schema] of shownToAll) {
      if (idIn(aggregate, event.stream) !== undefined) io.emit('event', onWire(schema, event))
    }
    const id = idIn(orders, event.stream)
    if (id !== undefined) {
      const owner = await ownerOf(id, event as Recorded<OrderEvent>)
      // Every admin is in the one room, whatever they have open; of the others each is a client, or looks as one.
      io.to(staffRoom).emit('event', onWire(orderEvent, event))
      const told = onWire(orderEvent, forClient(event as Recorded<OrderEvent>))
      io.to([orderRoom(id), userRoom(owner)])
        .except(staffRoom)
        .emit('event', told)
    }
    const account = idIn(accounts, event.stream)
    if (account === undefined) return
    if (isOfInvitation(event)) io.to(staffRoom).emit('event', onWire(invitationEvent, event))
    else if (showsInPeople.has((event as Recorded<AccountEvent>).type)) {
      io.to(staffRoom).emit('event', onWire(personEvent, event))
    }
    // What an admin saves for themselves shows in their other windows; nothing else of an account is sent to a page.
    if (Object.hasOwn(orderViewEvents, event.type)) io.to(userRoom(account)).emit('event', onWire(viewEvent, event))
    disconnectEndedSessions(account, event as Recorded<AccountEvent>)
  }

  function noteActivity(event: Recorded): void {
    if (!io.sockets.adapter.rooms.has(activityRoom)) return
    const { at, by, position } = event
    io.to(activityRoom).emit('activity', { kind: kindOf(event), actor: by.id, at, position: String(position) })
  }

  /** Whether an event says what became of an invitation, or that a person has an account without one. */
  const isOfInvitation = ({ type }: Recorded): boolean =>
    /^(AdminInvited|ClientInvited|InvitationWithdrawn|AccountRegistered)$/.test(type)

  /** Disconnects the pages of sessions that have ended. */
  function disconnectEndedSessions(account: string, { type, data }: Recorded<AccountEvent>): void {
    if (type === 'LoggedOut') io.in(sessionRoom(data.session)).disconnectSockets(true)
    // An account that is made anew, or whose address is proven for the first time, was perhaps a stranger's until then; a
    // page whose session is open still comes back at once.
    if (
      /^(LoggedOutEverywhere|AccountSuspended|AdminRemoved|AccountErased|AccountRegistered|PasswordResetGranted|AddressChangeUndone)$/.test(
        type,
      )
    )
      io.in(accountRoom(account)).disconnectSockets(true)
    if (type === 'PasswordChanged') {
      io.in(accountRoom(account))
        .except(data.session === undefined ? [] : sessionRoom(data.session))
        .disconnectSockets(true)
    }
  }

  const ownerOf = async (id: string, { type, data }: Recorded<OrderEvent>): Promise<string> =>
    type === 'OrderOpened' ? data.clientId : handler.lookAt(orders, id, ({ clientId }) => clientId)

  /** The position of the last event that was pushed, or is being pushed; at the start, of the last there was. */
  let latest: bigint | undefined
  const stop = new AbortController()
  const started = Promise.withResolvers<void>()
  async function follow() {
    for await (const { events: recorded } of events.follow('end', stop.signal)) {
      started.resolve()
      for (const event of recorded) {
        handler.applyCommitted(event)
        onEvent?.(event)
        latest = event.position
        // The owner of the order may have to be read while the store is unavailable again.
        await retryWhileUnavailable(() => push(event), stop.signal).catch((error) => {
          if (!isUnusable(error)) throw error
          log.error({ err: error }, 'an event was not pushed') // its stream cannot be read; the others go on
        })
      }
    }
  }
  const following = follow().catch((error) => {
    if (stop.signal.aborted) return
    started.reject(error)
    onBroken(error)
  })
  await started.promise
  const before = await lastPosition(events)
  if (before !== undefined && !(latest !== undefined && latest > before)) latest = before

  return {
    /** How many pages are connected. */
    connected: () => io.engine.clientsCount,
    /**
     * When a person last had an order's page open here, in milliseconds since 1970: now, while they have; 0 when never.
     */
    lastSeen: whoIsHere.lastSeen,
    async close() {
      stop.abort()
      clearInterval(lists)
      expiry.close()
      await Promise.all([io.close(), following])
    },
  }
}

/** What a page is answered that asks too often, or for what cannot be read. Throws every other error. */
function refusalOf(error: unknown): WatchAnswer {
  if (isUnusable(error)) return { refused: true }
  if (error instanceof TooMany) return { waitSeconds: error.seconds }
  throw error
}

/** The position of the last event, if that is known at the moment. */
async function lastPosition(events: EventStore): Promise<bigint | undefined> {
  try {
    const end = await events.end()
    return (await events.at(end)) && end // of a server for others too, it may be of another's event
  } catch (error) {
    if (error instanceof Unavailable || isUnusable(error)) return undefined
    throw error
  }
}
