import { dayAndClock } from './time.ts'
import './Connection.css'

export type ConnectionState = 'live' | 'reconnecting' | 'offline'

const words: Record<ConnectionState, string> = { live: 'Live', reconnecting: 'Reconnecting', offline: 'Offline' }

/** The line to the server, as a stroke being written. `since` is when the page last heard something new. */
export const Connection = ({ state, since }: { state: ConnectionState; since?: string }) => (
  <span className="connection" data-state={state}>
    <svg className="overflow-visible" viewBox="0 0 28 12" aria-hidden="true">
      <path className="pen" d="M1 8c3-6 5-7 6-4s-1 6 1 5 3-6 5-6 0 6 2 6 3-5 5-5 1 4 3 4 3-2 4-3" />
    </svg>
    <b className="weight-500" role="status">
      {words[state]}
    </b>
    {since && (
      <time dateTime={since}>
        {state === 'live' ? 'last change' : 'as of'} {dayAndClock(since)}
      </time>
    )}
  </span>
)
