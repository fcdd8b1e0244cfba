import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import type { WireEvent } from '#domain/wire.ts'
import { askAgency, hearAgency } from './agency.ts'

type Heard = { event: (event: WireEvent) => void }

/** What the server answers to `watch`: what was missed, or that this person may not see the order. */
export type Missed = { events: WireEvent[] } | { refused: true }

type Said = {
  watch: (request: { orderId: string; after: number }, acknowledge: (answer: Missed) => void) => void
  unwatch: (request: { orderId: string }) => void
}

export type LiveSocket = Socket<Heard, Said>

/** `connecting` until the first try has ended; `expired` when the server does not know the session any more. */
export type Connection = {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline' | 'expired'
  /** When it came to be so: milliseconds since 1970. */
  since: number
}

let socket: LiveSocket | undefined
let pages = 0
let offline = false
let connection: Connection = { state: 'connecting', since: Date.now() }
const watchers = new Set<() => void>()

/** The one socket of this page. It connects with the first to ask for it, and ends when the last has let it go. */
export function holdSocket(): { socket: LiveSocket; release: () => void } {
  socket ??= open()
  pages += 1
  return { socket, release: () => setTimeout(letGo) } // the next page may hold it in the same breath
}

function letGo() {
  pages -= 1
  if (pages > 0) return
  socket?.disconnect()
  socket = undefined
  removeEventListener('offline', goneOffline)
  removeEventListener('online', backOnline)
  say('connecting')
}

function open(): LiveSocket {
  offline = !navigator.onLine
  addEventListener('offline', goneOffline)
  addEventListener('online', backOnline)
  const opened: LiveSocket = io({
    transports: ['websocket'],
    // Never gives up; the jitter keeps a thousand pages from coming back to a restarted server all at once.
    reconnectionDelay: 250,
    reconnectionDelayMax: 3_000,
    randomizationFactor: 0.5,
    timeout: 5_000,
    forceNew: true,
  })
  opened.on('event', hearAgency)
  opened.on('connect', () => {
    void askAgency() // it may have been revised while there was no line
    offline = false // some machines call themselves offline and reach the server all the same
    say('live')
  })
  opened.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    say(offline ? 'offline' : 'reconnecting')
    // The server sent this page away, as it does when a session ends: ask whether it may come back.
    if (reason === 'io server disconnect') again(opened)
  })
  opened.on('connect_error', (error) => {
    // An active socket tries again by itself. Otherwise the server was reached, and refused.
    if (opened.active) return say(offline ? 'offline' : 'reconnecting')
    say(error.message === 'Please log in' ? 'expired' : 'reconnecting')
    again(opened)
  })
  return opened
}

const again = (opened: LiveSocket) =>
  setTimeout(() => opened === socket && opened.connect(), 250 + Math.random() * 2_750)

function goneOffline() {
  offline = true
  say('offline')
}

// The old line may be dead without knowing it yet.
function backOnline() {
  offline = false
  say('reconnecting')
  socket?.disconnect().connect()
}

function say(state: Connection['state']) {
  if (state === connection.state) return
  connection = { state, since: Date.now() }
  for (const changed of watchers) changed()
}

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** How the page's line to the server is, honestly. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => connection)
