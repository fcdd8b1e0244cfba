import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { fromWire, type Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { sinceLastVisit, whatChanged } from '#domain/words/since-last-visit.ts'
import { Row } from '#web/kit/Page.tsx'
import { shortDay } from '#web/kit/time.ts'
import { eventsAfter } from '#web/live/history.ts'
import { useShownOrder } from '#web/order/context.ts'
import { linkTo } from '#web/order/tabs.ts'
import './NextStep.css'

/** Shows the changes of others since this person was here before; nothing on a first visit, or without changes. */
export function WhatChanged() {
  const { order, lastVisit } = useShownOrder()
  const phrases = whatChanged(useMissed(), order)
  // What was loaded before still has an erased client's words.
  if (!lastVisit || order.clientErased || phrases.length === 0) return null
  const { since, changes } = sinceLastVisit(shortDay(lastVisit.at), phrases)
  return (
    <Row className="what-changed text-3">
      <p className="break-anywhere">
        <b className="weight-600 green">{since}</b> {changes} <Link to={linkTo('history')}>See all changes</Link>
      </p>
    </Row>
  )
}

/** The events of others between the last visit and this one. Loaded once; where that fails, the page does without. */
function useMissed(): Recorded<OrderEvent>[] {
  const { id, viewer, lastVisit } = useShownOrder()
  const [missed, setMissed] = useState<Recorded<OrderEvent>[]>([])
  useEffect(() => {
    if (!lastVisit || lastVisit.revision >= lastVisit.opened) return
    const { opened } = lastVisit
    let left = false
    eventsAfter(id, lastVisit.revision)
      .then((events = []) => {
        const missed = events.filter(({ revision, by }) => revision <= opened && by.id !== viewer.id)
        if (!left) setMissed(missed.map((event) => fromWire<OrderEvent>(event)))
      })
      .catch(() => {})
    return () => {
      left = true
    }
  }, [id, viewer.id, lastVisit])
  return missed
}
