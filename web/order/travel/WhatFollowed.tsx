import { counted } from '#domain/count.ts'
import { sentence } from '#domain/order/actions.ts'
import { Row } from '#web/kit/Page.tsx'
import { relative, shortDay } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Part } from '#web/order/page/Part.tsx'
import type { OrderLife } from './useOrderLife.ts'

/** How many of the lines that followed are said. */
const atMost = 3

/** Shows that nothing was written below yet, and what was written next. */
export function WhatFollowed({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const { order } = useShownOrder()
  const left = stops.length - 1 - index
  const { at } = past.events[stops[index]!]!
  return (
    <Part name="What happened next" className="followed mt-6 ink-above">
      <Row className="followed-note" bodyClass="py-3 wet">
        {left === 0 ? 'This is the latest entry.' : `${counted(left, 'later entry', 'later entries')}.`}
      </Row>
      <ol>
        {stops.slice(index + 1, index + 1 + atMost).map((revision) => {
          const event = past.events[revision]!
          return (
            <Row
              key={event.id}
              as="li"
              className="followed-line lines-py-2 ink-2"
              bodyClass="row justify-between gap-0-4 break-anywhere"
              margin={<i className="serif">{shortDay(event.at)}</i>}
            >
              <span>{sentence(event, order)}</span>
              <i className="serif">{later(at, event.at)}</i>
            </Row>
          )
        })}
      </ol>
      {left > atMost && (
        <Row className="followed-line lines-py-2 ink-2" bodyClass="row justify-between gap-0-4 break-anywhere">
          <span>and {left - atMost} more</span>
        </Row>
      )}
    </Part>
  )
}

/** How long after another instant: `2 days later`. */
function later(from: string, to: string): string {
  const gone = relative(from, Date.parse(to))
  return gone === 'now' ? 'right after' : `${gone} later`
}
