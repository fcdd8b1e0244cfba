import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Cross, Squiggle } from '#web/kit/marks.tsx'
import { Row } from '#web/kit/Page.tsx'
import { dayAndClock, useNow } from '#web/kit/time.ts'
import { useListsMade } from '#web/lists-made.ts'
import { InBar } from '#web/shell/Bar.tsx'
import { renewSession } from '#web/shell/session.ts'
import { useConnection, useOfflineSince } from './socket.ts'
import './ConnectionStatus.css'

/** How the page's line to the server is, in the bar above it, with a stroke being written. `last` is when the newest event on the page was written. */
export function ConnectionStatus({ last }: { last?: string | undefined }) {
  const { state, since } = useConnection()
  const { revalidate } = useRevalidator()
  const lookWhoIsThere = useEffectEvent(() => renewSession().then(() => revalidate()))
  // The guard of the page redirects to the login once the session has ended.
  useEffect(() => {
    if (state === 'expired') void lookWhoIsThere()
  }, [state])

  const now = useNow()
  const made = useListsMade()
  if (state === 'connecting') return null // nothing is claimed before the first try has ended
  const shown = state === 'expired' ? 'reconnecting' : state
  // There is no room for it beside how far the lists are.
  const as = shown === 'live' ? (made < 100 ? undefined : last) : new Date(since).toISOString()
  return (
    <InBar>
      <span className="connection" data-state={shown}>
        <Squiggle />
        <b className="weight-500" role="status">
          {shown[0]!.toUpperCase() + shown.slice(1)}
        </b>
        {as && (
          <time dateTime={as}>
            {shown === 'live' ? 'last change' : 'as of'} {dayAndClock(as, now)}
          </time>
        )}
      </span>
      {made < 100 && <span className="connection is-making">Loading lists: {made}%</span>}
      <span className="sr" role="status">
        {made < 100 && 'The lists are being prepared'}
      </span>
    </InBar>
  )
}

const readOn = 'You can keep reading. Updates appear when you’re back online.'

/** Shows, while the line is gone, how old the page is, and, as its children, what becomes of what is written now. */
export function Offline({ children = readOn }: { children?: ReactNode }) {
  const since = useOfflineSince()
  const now = useNow()
  return (
    since && (
      <div className="offline grid columns-auto-1 gap-0-4 py-3 text-3 red" role="status">
        <Cross />
        <p>
          <b className="weight-600">Offline.</b> You’re seeing this page as of {dayAndClock(since, now)}.
        </p>
        <div className="column-2 ink-2">{children}</div>
      </div>
    )
  )
}

/** The same in a row of its own. */
export const OfflineRow = ({ children, ...row }: ComponentProps<typeof Row>) =>
  useOfflineSince() && (
    <Row {...row}>
      <Offline>{children}</Offline>
    </Row>
  )
