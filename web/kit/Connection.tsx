import { Squiggle } from './marks.tsx'
import { dayAndClock } from './time.ts'
import { useNow } from './useNow.ts'
import './Connection.css'

export type ConnectionState = 'live' | 'reconnecting' | 'offline'

const words: Record<ConnectionState, string> = { live: 'Live', reconnecting: 'Reconnecting', offline: 'Offline' }

/** The line to the server, as a stroke being written. `since` is when the page last heard something new. */
export const Connection = ({ state, since }: { state: ConnectionState; since?: string }) => {
  const now = useNow()
  return (
    <span className="connection" data-state={state}>
      <Squiggle />
      <b className="weight-500" role="status">
        {words[state]}
      </b>
      {since && (
        <time dateTime={since}>
          {state === 'live' ? 'last change' : 'as of'} {dayAndClock(since, now)}
        </time>
      )}
    </span>
  )
}
