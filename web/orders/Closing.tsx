import { Cross } from '#web/kit/Cross.tsx'
import { Line, When } from '#web/kit/Leaf.tsx'
import { Tick } from '#web/kit/Tick.tsx'
import { Blot } from './Blot.tsx'
import { useShownOrder } from './context.ts'

/** The last line of an order's ledger: how the project ended, and when. */
export function Closing() {
  const { order, events, fresh } = useShownOrder()
  if (!order.closedAt || order.status === 'open') return null
  const last = events.findLast(({ type }) => type === 'OrderCompleted' || type === 'OrderCancelled')
  const landing = last && fresh.get(last.id)
  const completed = order.status === 'completed'
  return (
    <Line as="li" className="step is-closing" wet={landing !== undefined} margin={<When at={order.closedAt} />}>
      <div className="step-line">
        <span className="step-name">{completed ? 'Project completed' : 'Project cancelled'}</span>
        <span className="step-hand">
          {landing && <Blot landing={landing} />}
          {completed ? <Tick /> : <Cross />}
        </span>
      </div>
    </Line>
  )
}
