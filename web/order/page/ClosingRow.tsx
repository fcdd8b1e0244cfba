import { Cross, Tick } from '#web/kit/marks.tsx'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from './Marked.tsx'

/** The last row of the progress list: how the project ended, and when. */
export function ClosingRow() {
  const { order, events, recent } = useShownOrder()
  if (!order.closedAt || order.status === 'open') return null
  const last = events.findLast(({ type }) => type === 'OrderCompleted' || type === 'OrderCancelled')
  const arrival = last && recent.get(last.id)
  const completed = order.status === 'completed'
  return (
    <Row
      as="li"
      className="step is-closing lines-py-3 rule-below"
      recent={arrival !== undefined}
      margin={<Timestamp at={order.closedAt} />}
    >
      <div className="step-line">
        <span className="step-name">
          <Marked select={({ status }) => status}>{completed ? 'Project completed' : 'Project cancelled'}</Marked>
        </span>
        <span className="step-hand">
          {arrival && <NewBadge arrival={arrival} />}
          {completed ? <Tick /> : <Cross />}
        </span>
      </div>
    </Row>
  )
}
