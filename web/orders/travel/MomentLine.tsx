import { sentence } from '#domain/order/actions.ts'
import { differences } from '#domain/order/differences.ts'
import { changesNothingElse } from '#domain/order/timeline.ts'
import { useShownOrder } from '../context.ts'
import { actorLabel } from '../event-text.ts'
import { Changes } from '../history/Changes.tsx'
import type { OrderLife } from './useOrderLife.ts'

/** The line that one stands at: what it says, by whom, and what it changed. */
export function MomentLine({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const { viewer } = useShownOrder()
  const revision = stops[index]!
  const event = past.events[revision]!
  const before = past.stateAt(revision - 1)
  const order = past.stateAt(revision)
  const text = sentence(event, order)
  return (
    <p className="travel-line wet break-anywhere">
      <span>{text}</span> <span className="meta">{actorLabel(event, viewer)}</span>
      <Changes of={changesNothingElse(event) ? [] : differences(before, order)} beside={text} />
    </p>
  )
}
