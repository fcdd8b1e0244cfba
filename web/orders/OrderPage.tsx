import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Person } from '#domain/event.ts'
import type { orderFromWire } from '#domain/order/wire.ts'
import { Leaf, Line } from '#web/kit/Leaf.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { LineState } from '#web/live/LineState.tsx'
import { useOrder } from '#web/live/useOrder.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { Announcer } from './Announcer.tsx'
import { OrderContext } from './context.ts'
import { NotAllowed } from './NotAllowed.tsx'
import { OrderIndex } from './OrderIndex.tsx'
import { Overview } from './Overview.tsx'
import { type Tab, useTab } from './tabs.ts'
import { useLastVisit } from './visit.ts'
import { lastLine, unreadIn } from './words.ts'

type OrderPageProps = { loaded: ReturnType<typeof orderFromWire>; viewer: Person }

const loads = {
  payment: () => import('./tabs/Payment.tsx'),
  terms: () => import('./tabs/Terms.tsx'),
  invoice: () => import('./tabs/Invoice.tsx'),
  proposal: () => import('./tabs/Proposal.tsx'),
  history: () => import('./tabs/History.tsx'),
}

const views: Record<Exclude<Tab, 'overview'>, React.ComponentType> = {
  payment: lazy(loads.payment),
  terms: lazy(loads.terms),
  invoice: lazy(loads.invoice),
  proposal: lazy(loads.proposal),
  history: lazy(loads.history),
}

/** An order, followed live: where it stands, what was said, what it costs, and all that was ever written in it. */
export function OrderPage({ loaded: { contact, ...snapshot }, viewer }: OrderPageProps) {
  const live = useOrder(snapshot)
  const { order, revision, connection, refused } = live
  const tab = useTab()
  const lastVisit = useLastVisit(snapshot.id, viewer.id, revision)
  useScrollToTheMainContainer(tab)
  useEffect(() => {
    // The other tabs come while nobody waits for them, so that they are there when the line is not.
    const timer = setTimeout(() => Object.values(loads).forEach((load) => void load().catch(() => {})), 2_000)
    return () => clearTimeout(timer)
  }, [])
  if (refused) return <NotAllowed />

  const unread = unreadIn(order, viewer)
  const View = tab === 'overview' ? undefined : views[tab]
  return (
    <OrderContext value={{ ...live, id: snapshot.id, contact, viewer, lastVisit }}>
      <Leaf index={<OrderIndex tab={tab} viewer={viewer} unread={unread} />}>
        <Head title={unread > 0 ? `(${unread}) ${order.title}` : order.title} noindex />
        <InBar>
          <LineState connection={connection} last={lastLine(order)} />
        </InBar>
        <Announcer />
        {connection.state === 'offline' && (
          <Line className="order-offline">
            <Offline since={new Date(connection.since).toISOString()}>
              You can read on, and write: what you write is kept, and can be sent when the line is back.
            </Offline>
          </Line>
        )}
        {/* Hidden, not taken away: what is being written and what is on its way outlive a look at another tab. */}
        <div hidden={View !== undefined}>
          <Overview />
        </div>
        {View && (
          <Suspense fallback={<Waiting />}>
            <View />
          </Suspense>
        )}
      </Leaf>
    </OrderContext>
  )
}

const Waiting = () => (
  <Line className="order-waiting">
    <Loading />
  </Line>
)

/** After another tab was chosen the page begins at its main container, for those who see it and those who hear it. */
function useScrollToTheMainContainer(tab: Tab): void {
  const shown = useRef(tab)
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    const main = document.getElementById('main')
    main?.scrollIntoView({ block: 'start' })
    main?.focus({ preventScroll: true })
  }, [tab])
}
