import { useEffect, useEffectEvent } from 'react'
import { type ActivityNote, acquireSocket, onConnected, type SecurityNote } from './socket.ts'

type Following =
  | { log: 'activity'; onNote(note: ActivityNote): void }
  | { log: 'security'; onNote(note: SecurityNote): void }

/**
 * Follows the activity or the security log, for an admin: `onNote` hears of every new entry, which is not shown by itself.
 * `lookAgain` is called at every connect: it finds what was written while there was no line.
 */
export function useFollowedLog({ log, onNote, lookAgain }: Following & { lookAgain(): Promise<unknown> }) {
  const note = useEffectEvent(onNote as (note: ActivityNote | SecurityNote) => void)
  const again = useEffectEvent(lookAgain)
  useEffect(() => {
    const { socket, release } = acquireSocket()
    const hear = (heard: ActivityNote | SecurityNote) => note(heard)
    const watch = () => socket.emit(log === 'activity' ? 'watchActivity' : 'watchSecurity')
    socket.on(log, hear)
    socket.on('connect', watch)
    if (socket.connected) {
      watch()
      again().catch(() => {}) // what was written since the page was loaded is told the next time
    }
    const stop = onConnected(() => again())
    return () => {
      socket.off(log, hear)
      socket.off('connect', watch)
      stop()
      release()
    }
  }, [log])
}
