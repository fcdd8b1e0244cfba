import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { AppContext } from '#api/app-context.ts'
import { isAnswerable } from '#api/http/problems.ts'
import { isSameOrigin } from '#api/http/request-headers.ts'
import { TooMany } from '#domain/command.ts'
import type { WatchAnswer } from '#domain/contract/live.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { maySee } from '#domain/order/order.ts'
import type { Document } from '#infra/documents/store.ts'
import { isUnusable } from '#infra/events/command-handler.ts'
import type { Log } from '#infra/log.ts'
import { createTurns } from '#infra/turns.ts'
import { insteadOf, isUnavailable, retryWhileUnavailable } from '#infra/unavailable.ts'
import type { ReadModel } from '#projections/projection.ts'
import { boundConnection, createAdmission, type LiveBounds, liveBounds } from './bounds.ts'
import { catchUpPage } from './catch-up.ts'
import { answerMessages, cutOff, handshake, type LiveServer, type PageSocket, type WatchRequest } from './messages.ts'
import { activityRoom, createPush, isOrderRoom, orderRoom, roomsOf, securityRoom } from './push.ts'
import { watchProgress } from './watch-progress.ts'
import { createWhoIsHere } from './who-is-here.ts'

type Dependencies = Pick<AppContext, 'events' | 'epoch' | 'handler' | 'sessions' | 'limiter' | 'log' | 'now'> & {
  securityEntries: Pick<AppContext['securityEntries'], 'tell'>
  /** The read models that lists are of. */
  models: readonly Pick<ReadModel<Document>, 'progress' | 'isWhole'>[]
  publicUrl?: string
  /** The address that a connection comes from, whatever stands in front. */
  addressOf(request: IncomingMessage): string | undefined
  bounds?: Partial<LiveBounds>
  /** Called when no event can be pushed any more. Pages would go on to show themselves as live: the process has to end. */
  onBroken(error: Error): void
  /** Called with each event, before it is pushed. */
  onEvent?(event: Recorded): void
}

/**
 * Pushes every event to the pages that may see it, straight after its commit: `order:<id>` for the order's page,
 * `staff` and `user:<id>` for lists. Resolves once nothing recorded from now on can be missed.
 */
export async function startLive(http: HttpServer, dependencies: Dependencies) {
  const { epoch, models, sessions, securityEntries, log } = dependencies
  const bounds = { ...liveBounds, ...dependencies.bounds }
  const { io, identified } = openWebsockets(http, dependencies, bounds)
  /** How much of the lists was made when it was last said. */
  let percent = 100
  const lists = watchProgress(models, (now) => {
    percent = now
    io.emit('lists', now)
  })
  securityEntries.tell(({ id, kind, times, lastAt }) => {
    io.to(securityRoom).emit('security', { id, kind, times, lastAt })
  })
  const whoIsHere = createWhoIsHere(io, dependencies)
  const { push, watchExpiry, close: endExpiry } = createPush(io, dependencies)
  const watch = createWatch(dependencies, bounds.orders, whoIsHere)
  const turns = createTurns({ ofOne: 1, waiting: Number.POSITIVE_INFINITY }) // watches are bounded before
  const follower = followEvents(dependencies, async (event) => {
    await push(event)
    const order = idIn(orders, event.stream)
    if (order !== undefined && /^(OrderRenamed|ClientErased)$/.test(event.type)) whoIsHere.retitled(order)
  })

  /** The session of a connection: an admin's as a client, where the page says that it is one that is viewed so. */
  const authenticate = ({ handshake: { headers, auth } }: PageSocket) =>
    sessions.authenticate(headers.cookie, handshake.parse(auth).viewAs)

  async function welcome(socket: PageSocket): Promise<void> {
    identified(socket)
    watchExpiry(socket)
    if (percent < 100) socket.emit('lists', percent)
    void socket.join(roomsOf(socket.data))
    // After the rooms: what is recorded from here on is pushed, and lists of this position have the rest.
    const latest = follower.latest()
    socket.emit('epoch', epoch, ...(latest === undefined ? [] : [String(latest)]))
    listenTo(socket, { watch, turns, whoIsHere, log })
    // The session may have ended between the check of the cookie and the joining of the rooms that disconnect it.
    if (!(await authenticate(socket))) socket.disconnect(true)
  }

  letPagesIn(io, authenticate, log)
  io.on('connection', (socket) => {
    welcome(socket).catch((error) => {
      log.warn({ err: error }, 'a live connection could not be set up')
      socket.disconnect(true) // it comes back by itself
    })
  })
  await follower.started

  return {
    /** How many pages are connected. */
    connected: () => io.engine.clientsCount,
    /** When a person last had an order's page open here, in milliseconds since 1970: now, while they have; 0 when never. */
    lastSeen: whoIsHere.lastSeen,
    async close() {
      const ended = follower.close()
      clearInterval(lists)
      endExpiry()
      await Promise.all([io.close(), ended])
    },
  }
}

/** Opens websockets to pages of ours, while there is room for one more of their kind. */
function openWebsockets(
  http: HttpServer,
  { sessions, publicUrl, addressOf, now }: Dependencies,
  bounds: LiveBounds,
): { io: LiveServer; identified(socket: PageSocket): void } {
  const admission = createAdmission(bounds)

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
  return { io, identified: ({ conn }) => onIdentified.get(conn)?.() }
}

/** Records whose page a connection is, and refuses it where it is no one's: a connection is for one page. */
function letPagesIn(
  io: LiveServer,
  authenticate: (socket: PageSocket) => Promise<PageSocket['data'] | undefined>,
  log: Log,
): void {
  /** The connections that are a page's, or are about to be. */
  const taken = new WeakSet<object>()

  io.use(async (socket, next) => {
    if (taken.has(socket.conn)) return cutOff(socket)
    taken.add(socket.conn)
    try {
      const found = await authenticate(socket)
      if (!found) return refuse(new Error('Please log in'))
      Object.assign(socket.data, found)
      next()
    } catch (error) {
      if (isAnswerable(error)) return refuse(error as Error)
      log.error({ err: error }, 'a live connection was refused')
      refuse(new Error('Something Went Wrong'))
    }
    function refuse(error: Error) {
      taken.delete(socket.conn) // it may try again on the same one
      next(error)
    }
  })
}

type Watch = (socket: PageSocket, request: WatchRequest) => Promise<WatchAnswer>
type WhoIsHere = ReturnType<typeof createWhoIsHere>

/** Lets a page into an order's room, if its user may see that order, and hands it the next of what it missed. */
function createWatch(
  { events, handler, limiter }: Dependencies,
  maxOrders: number,
  whoIsHere: Pick<WhoIsHere, 'enter'>,
): Watch {
  return async (socket, { orderId, after }) => {
    const { person, viewedBy } = socket.data
    await limiter.account('watch', (viewedBy ?? person).id)
    if (!(await handler.lookAt(orders, orderId, (order) => maySee(order, person)))) return { refused: true }
    const room = orderRoom(orderId)
    if (!socket.rooms.has(room)) {
      if ([...socket.rooms].filter(isOrderRoom).length >= maxOrders) return { refused: true }
      if (!socket.connected) return { refused: true } // it would never leave the room again
      // First the room, then what was missed: what is recorded in between comes twice, and the page drops it.
      await socket.join(room)
      whoIsHere.enter(socket, orderId)
    }
    return catchUpPage(events, { orderId, after, person })
  }
}

/** How many answers a page may wait for at a time: so much is asked by none that means it. */
const maxUnanswered = 5

type Listening = { watch: Watch; turns: ReturnType<typeof createTurns>; whoIsHere: WhoIsHere; log: Log }

function listenTo(socket: PageSocket, { watch, turns, whoIsHere, log }: Listening) {
  const { role } = socket.data.person
  let unanswered = 0
  answerMessages(socket, log, {
    async watch(request, acknowledge) {
      if (unanswered === maxUnanswered) return cutOff(socket) // it does not wait for what it asks for
      unanswered++
      const answer = turns.run(socket.id, () => watch(socket, request)).finally(() => unanswered--)
      acknowledge(await answer.catch(refusalOf))
    },
    // After a watch that still waits: it would otherwise enter an order that the page has left.
    unwatch: ({ orderId }) =>
      turns.run(socket.id, async () => {
        await socket.leave(orderRoom(orderId))
        whoIsHere.leave(socket, orderId)
      }),
    watchPresence: async (acknowledge) => acknowledge(await whoIsHere.follow(socket)),
    watchActivity: async () => void (role === 'admin' && socket.join(activityRoom)),
    watchSecurity: async () => void (role === 'admin' && socket.join(securityRoom)),
  })
  socket.on('disconnecting', () => whoIsHere.leaveAll(socket))
}

/** Hands on each event from now on; `started` resolves once none can be missed. */
function followEvents(
  { events, handler, log, onBroken, onEvent }: Dependencies,
  push: (event: Recorded) => Promise<void>,
) {
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

  return {
    started: started.promise.then(async () => {
      const before = await events.end().catch(insteadOf(isUnavailable, undefined))
      if (before !== undefined && !(latest !== undefined && latest > before)) latest = before
    }),
    /** The position of the last event that was pushed, or is being pushed; at the start, of the last there was. */
    latest: () => latest,
    close() {
      stop.abort()
      return following
    },
  }
}

/** The refusal for a page that asks too often, or for something that cannot be read. Throws every other error. */
function refusalOf(error: unknown): WatchAnswer {
  if (isUnusable(error)) return { refused: true }
  if (error instanceof TooMany) return { waitSeconds: error.seconds }
  throw error
}
