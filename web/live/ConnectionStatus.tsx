import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router-dom'
import { type ConnectionState, Connection as Mark } from '#web/kit/Connection.tsx'
import { useListsMade } from '#web/lists-made.ts'
import { renewSession } from '#web/shell/session.ts'
import { type Connection, useConnection } from './socket.ts'

// Nothing is claimed before the first try has ended.
const marks: Record<Connection['state'], ConnectionState | undefined> = {
  connecting: undefined,
  live: 'live',
  reconnecting: 'reconnecting',
  offline: 'offline',
  expired: 'reconnecting',
}

/** How the page's line to the server is. `last` is when the newest event on the page was written. */
export function ConnectionStatus({ last }: { last?: string | undefined }) {
  const { state, since } = useConnection()
  const { revalidate } = useRevalidator()
  const lookWhoIsThere = useEffectEvent(() => renewSession().then(() => revalidate()))
  // The guard of the page redirects to the login once the session has ended.
  useEffect(() => {
    if (state === 'expired') void lookWhoIsThere()
  }, [state])

  const made = useListsMade()
  const mark = marks[state]
  if (!mark) return null
  // There is no room for it beside how far the lists are.
  const as = mark === 'live' ? (made < 100 ? undefined : last) : new Date(since).toISOString()
  return (
    <>
      <Mark state={mark} {...(as ? { since: as } : {})} />
      {made < 100 && <span className="connection is-making">Loading lists: {made}%</span>}
      <span className="sr" role="status">
        {made < 100 && 'The lists are being prepared'}
      </span>
    </>
  )
}
