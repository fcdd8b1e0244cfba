import { useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import type { OpenOrder, ServerToClientEvents, WatchAnswer } from '#domain/contract/live.ts'
import type { WireEvent } from '#domain/event.ts'
import { rememberPosition } from '#web/api.ts'
import { checkEpoch } from '#web/epoch.ts'
import { noteListsMade } from '#web/lists-made.ts'
import { createRetry } from '#web/retry.ts'
import { viewedClient } from '#web/view-as.ts'
import { applyAgencyEvent, loadAgency } from './agency.ts'
import { LaterSocket } from './later-socket.ts'
import { createWatchers } from './watchers.ts'

type ClientToServerEvents = {
  watch: (request: { orderId: string; after: number }, acknowledge: (answer: WatchAnswer) => void) => void
  unwatch: (request: { orderId: string }) => void
  watchPresence: (acknowledge: (answer: { orders: OpenOrder[] } | { refused: true }) => void) => void
  watchActivity: () => void
  watchSecurity: () => void
}

type RealSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** The socket as pages use it, from before its code has been loaded. */
type LiveSocket = LaterSocket<RealSocket>

/** `connecting` until the first try has ended; `expired` when the server does not know the session any more. */
export type Connection = {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline' | 'expired'
  /** When the page had last heard from the server as it came to be so, or was loaded: milliseconds since 1970. */
  since: number
}

/** How long after loading a page a first connect is taken to have missed nothing: milliseconds. */
const atOnceMs = 3_000

let socket: LiveSocket | undefined
let pages = 0
let offline = false
/** How much of the lists is made, as this connection has said it. */
let made = 100
const loaders = new Set<() => unknown>()
/** When the page last heard from the server, or opened its socket: milliseconds since 1970. */
let lastHeard = Date.now()
let connection: Connection = { state: 'connecting', since: lastHeard }
const { subscribe, notify } = createWatchers()

/** The one socket of this page. It connects when it is first acquired, and disconnects when it is last released. */
export function acquireSocket(): { socket: LiveSocket; release: () => void } {
  socket ??= open()
  pages += 1
  return { socket, release: () => setTimeout(releaseSocket) } // the next page may hold it in the same breath
}

/**
 * Calls back at every connect, once the server has sent its position. A list that is loaded then has everything that
 * this page was not sent. Returns what ends it.
 */
export function onConnected(load: () => unknown): () => void {
  loaders.add(load)
  return () => void loaders.delete(load)
}

/**
 * Hears every event until the returned function is called. `onConnect` is called at every connect, as `onConnected` does;
 * where there is a line already `atOnce` is.
 */
export function followEvents(onEvent: (event: WireEvent) => void, onConnect: () => unknown, atOnce?: () => unknown) {
  const { socket, release } = acquireSocket()
  socket.on('event', onEvent)
  const stop = onConnected(onConnect)
  if (socket.connected) void atOnce?.()
  return () => {
    socket.off('event', onEvent)
    stop()
    release()
  }
}

/** As `followEvents`, for what was loaded a moment ago: `again` is called at every connect but one that follows at once. */
export function followEventsSince(onEvent: (event: WireEvent) => void, again: () => unknown) {
  let loadedAt = Date.now()
  const connected = () => {
    if (Date.now() - loadedAt > atOnceMs) again()
    loadedAt = 0
  }
  return followEvents(onEvent, connected, connected)
}

function releaseSocket() {
  pages -= 1
  if (pages > 0) return
  socket?.disconnect()
  socket = undefined
  removeEventListener('offline', onOffline)
  removeEventListener('online', onOnline)
  setState('connecting')
}

function open(): LiveSocket {
  offline = !navigator.onLine
  lastHeard = Date.now()
  // It may have been revised while there was no line, and the server may not be ready yet.
  const followAgency = () => loadAgency(() => opened.connected && agency.later())
  const agency = createRetry(followAgency)
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)
  const opened: LiveSocket = new LaterSocket()
  void connect(opened)
  // Before whatever else listens: lists that are loaded because of a message have to have what it tells of.
  opened.on('epoch', (epoch, position) => {
    checkEpoch(epoch)
    if (position !== undefined) rememberPosition(position)
    // Not before they are shown: until then a page would say that there is nothing.
    void Promise.allSettled([...loaders].map((load) => load())).then(() => made === 100 && noteListsMade(100))
  })
  opened.on('event', ({ position }) => rememberPosition(position))
  opened.on('lists', (percent) => {
    made = percent
    // Whatever is open loads anew what it has only in part.
    if (percent === 100) opened.disconnect().connect()
    else noteListsMade(percent)
  })
  opened.on('event', applyAgencyEvent)
  opened.on('connect', () => {
    made = 100 // the server says at once if they are not
    agency.stop()
    void followAgency()
    heard()
    offline = false // some machines call themselves offline and reach the server all the same
    setState('live')
  })
  opened.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    setState(offline ? 'offline' : 'reconnecting')
    // The server sent this page away, as it does when a session ends: ask whether it may come back.
    if (reason === 'io server disconnect') reconnectLater(opened)
  })
  opened.on('connect_error', (error) => {
    // An active socket tries again by itself. Otherwise the server was reached, and refused.
    if (opened.active) return setState(offline ? 'offline' : 'reconnecting')
    setState(error.message === 'Please log in' ? 'expired' : 'reconnecting')
    reconnectLater(opened)
  })
  return opened
}

/**
 * Loads what connects and connects, once the page is drawn: an effect acquires the socket. Until then the page shows what it
 * was loaded with, and asks for what came since at the connect. Where it cannot be loaded it is tried again.
 */
async function connect(opened: LiveSocket): Promise<void> {
  try {
    const { io } = await import('socket.io-client')
    if (opened !== socket) return
    const real: RealSocket = io({
      transports: ['websocket'],
      // Never gives up; its jitter keeps a thousand pages from coming back to a restarted server all at once.
      reconnectionDelay: 250,
      reconnectionDelayMax: 3_000,
      timeout: 5_000,
      forceNew: true,
      ...(viewedClient === undefined ? {} : { auth: { viewAs: viewedClient } }),
    })
    real.io.on('ping', heard)
    opened.become(real)
  } catch {
    if (opened !== socket) return
    setState(offline ? 'offline' : 'reconnecting')
    setTimeout(() => opened === socket && void connect(opened), 250 + Math.random() * 2_750)
  }
}

const reconnectLater = (opened: LiveSocket) =>
  setTimeout(() => opened === socket && opened.connect(), 250 + Math.random() * 2_750)

function onOffline() {
  offline = true
  setState('offline')
}

// The old connection may be dead without knowing it yet.
function onOnline() {
  offline = false
  setState('reconnecting')
  socket?.disconnect().connect()
}

/** A refused connect is none: the page learns nothing by it. */
function heard() {
  if (socket?.connected) lastHeard = Date.now()
}

function setState(state: Connection['state']) {
  if (state === connection.state) return
  connection = { state, since: lastHeard } // a line may be found gone hours after it went, as after a sleep
  notify()
}

/** The state of the live connection. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, nowConnected, nowConnected)
const nowConnected = () => connection

/** When the page last heard from the server, as an ISO instant; undefined unless it is offline. It redraws nothing as it goes live. */
export const useOfflineSince = (): string | undefined => useSyncExternalStore(subscribe, offlineSince, offlineSince)
const offlineSince = () => (connection.state === 'offline' ? new Date(connection.since).toISOString() : undefined)
