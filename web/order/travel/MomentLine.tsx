import { changesNothingElse } from '#domain/history/timeline.ts'
import { sentence } from '#domain/order/actions.ts'
import { differences } from '#domain/order/differences.ts'
import { Changes } from '#web/history/Changes.tsx'
import { actorLabel } from '#web/history/event-text.ts'
import { useShownOrder } from '#web/order/context.ts'
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
      <Changes changes={changesNothingElse(event) ? [] : differences(before, order)} beside={text} />
    </p>
  )
}
