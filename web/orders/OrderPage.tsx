import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Person } from '#domain/event.ts'
import type { orderFromWire } from '#domain/order/wire.ts'
import { Loading } from '#web/kit/Loading.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { Page, Row } from '#web/kit/Page.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { useOrder } from '#web/live/order.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { Announcer } from './Announcer.tsx'
import { OrderContext } from './context.ts'
import { lastLine, unreadCountIn } from './event-text.ts'
import { NotAllowed } from './NotAllowed.tsx'
import { OrderTabs } from './OrderTabs.tsx'
import { Overview } from './Overview.tsx'
import { type Tab, useTab } from './tabs.ts'
import { useLastVisit } from './visit.ts'

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
    // The other tabs are loaded in the background, so that they are there when the connection is not.
    const timer = setTimeout(() => Object.values(loads).forEach((load) => void load().catch(() => {})), 2_000)
    return () => clearTimeout(timer)
  }, [])
  if (refused) return <NotAllowed />

  const unread = unreadCountIn(order, viewer)
  const View = tab === 'overview' ? undefined : views[tab]
  return (
    <OrderContext value={{ ...live, id: snapshot.id, contact, viewer, lastVisit }}>
      <Page index={<OrderTabs tab={tab} viewer={viewer} unread={unread} />}>
        <Head title={unread > 0 ? `(${unread}) ${order.title}` : order.title} noindex />
        <InBar>
          <ConnectionStatus connection={connection} last={lastLine(order)} />
        </InBar>
        <Announcer />
        {connection.state === 'offline' && (
          <Row className="order-offline">
            <Offline since={new Date(connection.since).toISOString()}>
              You can read on, and write: what you write is kept, and can be sent when the line is back.
            </Offline>
          </Row>
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
      </Page>
    </OrderContext>
  )
}

const Waiting = () => (
  <Row className="order-waiting">
    <Loading />
  </Row>
)

/** After another tab was chosen the page begins at its main container, for sighted people and for screen readers. */
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
