import { io } from 'socket.io-client'
import type { WireEvent } from '#domain/event.ts'

type Watched = { events: WireEvent[]; more?: true } | { refused: true } | { waitSeconds: number }

/** An order's page that is left open: it follows the order through every break of the line, as the web app does. */
export function openPage(url: string, cookie: () => string, orderId: string) {
  let revision = -1
  /** The highest revision known: above `revision` while events are missing between. */
  let latestKnown = -1
  let gaps = 0
  let asking = false
  const socket = io(url, {
    transports: ['websocket'],
    autoConnect: false,
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1_000,
  })

  /** With the session as it is at the moment: it may have been renewed. */
  function connect() {
    socket.io.opts.extraHeaders = { Cookie: cookie(), Origin: url }
    socket.disconnect().connect()
  }

  const connectLater = () => setTimeout(connect, 250)

  function take(event: WireEvent) {
    latestKnown = Math.max(latestKnown, event.revision)
    if (event.revision <= revision) return
    if (event.revision === revision + 1) {
      revision = event.revision
      return
    }
    gaps++
    watch()
  }

  function watch() {
    if (asking) return
    asking = true
    socket.timeout(5_000).emit('watch', { orderId, after: revision }, (error: Error | null, watched: Watched) => {
      asking = false
      if (error && socket.connected) connect()
      else if (!error && 'events' in watched) {
        watched.events.forEach(take)
        // An event that came meanwhile may lie beyond those of the answer.
        if (watched.more || revision < latestKnown) watch()
      } else if (!error && 'waitSeconds' in watched) setTimeout(watch, watched.waitSeconds * 1_000)
    })
  }

  socket.on('connect', () => {
    asking = false
    watch()
  })
  // An active socket tries again by itself; any other was refused, or sent away.
  socket.on('connect_error', () => socket.active || connectLater())
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && connectLater())
  socket.on('event', (event: WireEvent) => {
    if (event.stream === `order-${orderId}`) take(event)
  })
  connect()
  return {
    orderId,
    /** The last revision it has, with everything before it. */
    get revision() {
      return revision
    },
    /** How often an event came that was not the next one, so that it asked for those between. */
    get gaps() {
      return gaps
    },
    close: () => void socket.disconnect(),
  }
}
