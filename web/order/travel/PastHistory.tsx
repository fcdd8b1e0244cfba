import { useMemo, useState } from 'react'
import { counted } from '#domain/count.ts'
import { changesNothingElse } from '#domain/history/timeline.ts'
import { orders } from '#domain/order/actions.ts'
import { differences } from '#domain/order/differences.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { maxLines } from '#web/kit/useVirtualList.ts'
import { HistoryDays } from '#web/order/history/HistoryDays.tsx'
import type { TimelineLine } from '#web/order/history/useTimeline.ts'
import type { OrderLife } from './useOrderLife.ts'
import '#web/history/EventLine.css'

/** How many lines are shown at first, and how many more at a time. */
const atATime = 50

/** The lines that were written until then, newest first: so many of them at once as a page can bear. */
export function PastHistory({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const [wanted, setWanted] = useState(atATime)
  const [seen, setSeen] = useState(index)
  if (seen !== index) {
    setSeen(index)
    setWanted(Math.min(wanted, maxLines)) // what is new at another moment is its newest line
  }
  const first = Math.max(0, index + 1 - wanted)
  const last = Math.min(index, first + maxLines - 1)
  const lines = useMemo(() => linesBetween({ past, stops }, first, last), [past, stops, first, last])
  return (
    <>
      <PageTitle
        title={`${counted(index + 1, 'entry', 'entries')} until then,`}
        next="newest first."
        eyebrow="Project History"
      />
      <HistoryDays
        lines={lines}
        folds
        onLater={last < index ? () => setWanted(wanted - atATime) : undefined}
        goesOn={first > 0}
      >
        {first > 0 && (
          <Row className="history-more" bodyClass="pt-5">
            <TextButton onClick={() => setWanted(Math.min(wanted + atATime, index + 1))}>
              Show earlier entries
            </TextButton>
          </Row>
        )}
      </HistoryDays>
    </>
  )
}

/** The lines from one stop to another, both included, newest first. */
function linesBetween({ past, stops }: OrderLife, first: number, last: number): TimelineLine[] {
  const isStop = new Set(stops.slice(first, last + 1))
  let order = past.stateAt(stops[first]! - 1)
  const lines: TimelineLine[] = []
  for (const event of past.events.slice(stops[first]!, stops[last]! + 1)) {
    const next = changesNothingElse(event) ? order : (orders.evolve(order, event) ?? order)
    if (isStop.has(event.revision)) lines.push({ event, changes: differences(order, next) })
    order = next
  }
  return lines.reverse()
}
