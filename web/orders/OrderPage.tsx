import type { Person } from '#domain/event.ts'
import { standing } from '#domain/order/sentences.ts'
import type { orderFromWire } from '#domain/order/wire.ts'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { LineState } from '#web/live/LineState.tsx'
import { useOrder } from '#web/live/useOrder.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { Announcer } from './Announcer.tsx'
import { Answers } from './Answers.tsx'
import { CloseOrder } from './CloseOrder.tsx'
import { OrderContext } from './context.ts'
import { Ledger } from './Ledger.tsx'
import { NotAllowed } from './NotAllowed.tsx'
import { OrderIndex } from './OrderIndex.tsx'
import { Reach } from './Reach.tsx'
import { lastLine, unreadIn } from './words.ts'

type OrderPageProps = { loaded: ReturnType<typeof orderFromWire>; viewer: Person }

/** An order, followed live: where it stands, what was answered, whom to reach. */
export function OrderPage({ loaded: { contact, ...snapshot }, viewer }: OrderPageProps) {
  const live = useOrder(snapshot)
  const { order, connection, refused } = live
  if (refused) return <NotAllowed />
  const { is, next } = standing(order, viewer.role)
  const last = lastLine(order)
  return (
    <OrderContext value={{ ...live, id: snapshot.id, contact, viewer }}>
      <Leaf index={<OrderIndex id={snapshot.id} viewer={viewer} unread={unreadIn(order, viewer)} />}>
        <Head title={order.title} noindex />
        <InBar>
          <LineState connection={connection} last={last} />
        </InBar>
        <Announcer />
        <Says is={is} next={next} day={last} kick={<span className="order-title">{order.title}</span>} />
        {connection.state === 'offline' && (
          <Line className="order-offline">
            <Offline since={new Date(connection.since).toISOString()}>
              You can read on. Nothing can be sent until the line is back.
            </Offline>
          </Line>
        )}
        <Ledger />
        {viewer.role === 'admin' && order.status === 'open' && <CloseOrder />}
        <Answers />
        <Reach />
      </Leaf>
    </OrderContext>
  )
}
