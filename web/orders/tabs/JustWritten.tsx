import type { OrderEvent } from '#domain/order/order.ts'
import { sentence } from '#domain/order/sentences.ts'
import { Line, When } from '#web/kit/Leaf.tsx'
import { Blot } from '../Blot.tsx'
import { useShownOrder } from '../context.ts'
import { who } from '../words.ts'

/** The latest fact of some kinds since the page was opened: who wrote it, and when. */
export function JustWritten({ of }: { of: readonly OrderEvent['type'][] }) {
  const { order, viewer, events, fresh } = useShownOrder()
  const last = events.findLast(({ type }) => of.includes(type))
  if (!last) return null
  const landing = fresh.get(last.id)
  return (
    <Line key={last.id} className="entry" wet={landing !== undefined} margin={<When at={last.at} />}>
      <div className="entry-line">
        <span>{sentence(last, order)}</span>
        <span className="entry-who">
          {landing && <Blot landing={landing} />}
          {who(last, viewer)}
        </span>
      </div>
    </Line>
  )
}
