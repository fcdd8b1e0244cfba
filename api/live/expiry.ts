import type { LiveServer, PageSocket } from './connection.ts'

/** How often it is looked at where nothing else happens, in milliseconds. */
const interval = 10_000

/**
 * Disconnects pages whose session has ended by its age: no one ends it, so no event says so. It is looked at before every
 * event that is pushed and every message that a page sends, which costs one comparison as long as no session has ended.
 */
export function endExpiredSessions(io: LiveServer, now: () => number) {
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
