import { useMemo, useState } from 'react'
import { differences } from '#domain/order/differences.ts'
import { orders } from '#domain/order/order.ts'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { TextButton } from '#web/kit/TextButton.tsx'
import { day } from '#web/kit/time.ts'
import { HistoryDay } from '../history/HistoryDay.tsx'
import type { TimelineLine } from '../history/useTimeline.ts'
import { counted } from '../number-words.ts'
import type { OrderLife } from './useOrderLife.ts'
import '../tabs/History.css'

/** How many lines are shown at first, and how many more at a time. */
const atATime = 50

/** The lines that were written until then, newest first. */
export function PastHistory({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const [shown, setShown] = useState(atATime)
  const first = Math.max(0, index + 1 - shown)
  const lines = useMemo(() => {
    let order = past.stateAt(stops[first]! - 1)
    const lines: TimelineLine[] = []
    for (let revision = stops[first]!; revision <= stops[index]!; revision++) {
      const event = past.events[revision]!
      const next = orders.evolve(order, event) ?? order
      lines.push({ event, changes: differences(order, next) })
      order = next
    }
    const isShown = new Set(stops.slice(first, index + 1))
    return lines.filter(({ event }) => isShown.has(event.revision)).reverse()
  }, [past, stops, first, index])
  return (
    <>
      <PageTitle
        title={`${counted(index + 1, 'line').replace(/^./, (first) => first.toUpperCase())} until then,`}
        next="the newest first."
        eyebrow="Project History"
      />
      {[...Map.groupBy(lines, ({ event }) => day(event.at)).values()].map((lines) => (
        <HistoryDay key={day(lines[0]!.event.at)} lines={lines} since={undefined} folds />
      ))}
      {first > 0 && (
        <Row className="history-more">
          <TextButton onClick={() => setShown(shown + atATime)}>Show earlier lines</TextButton>
        </Row>
      )}
    </>
  )
}
