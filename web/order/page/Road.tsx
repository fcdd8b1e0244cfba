import { formatMoney } from '#domain/money.ts'
import { paidOf, type RoadMark, roadOf } from '#domain/order/road.ts'
import { Row } from '#web/kit/Page.tsx'
import { inWords, shortDay, weekday } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import './Road.css'

/** The project’s timeline: dates above, amounts below, filled up to today. A list where there is no room for it. */
export function Road() {
  const { order, viewer } = useShownOrder()
  const marks = roadOf(order, viewer.role, inWords(useShownTime()))
  if (marks.length === 0) return null
  const paid = paidOf(order)
  return (
    <Row className="road">
      <ol aria-label="Dates and payments">
        {marks.map((mark) => (
          <Mark key={`${mark.kind} ${mark.label} ${mark.money?.is}`} {...mark} />
        ))}
        {paid && (
          <li className="road-sum">
            <b>Paid so far</b> <span className="green">{paid}</span>
          </li>
        )}
      </ol>
    </Row>
  )
}

const Mark = (mark: RoadMark) => {
  const { label, kind, money } = mark
  const when = whenOf(mark)
  return (
    <li className={`is-${kind}`}>
      <b>
        {when}
        <small>{label}</small>
      </b>{' '}
      {money && (
        <span className={moneyClass[money.is]}>
          {formatMoney(money.amount)}
          <small>{money.is}</small>
        </span>
      )}
    </li>
  )
}

const moneyClass: Partial<Record<NonNullable<RoadMark['money']>['is'], string>> = {
  paid: 'green',
  'in all': 'road-all',
}

/** When a mark is: `28/10`, `by Thu 03/12`, `about 19/12`; of what is asked without a day it is now. */
function whenOf({ kind, at, day }: RoadMark): string {
  const instant = at ?? day
  if (kind === 'past') return instant ? shortDay(instant) : ''
  if (!instant) return kind === 'requested' ? 'Now' : 'Later'
  if (kind === 'ahead' && day) return `about ${shortDay(instant)}`
  return `by ${weekday(instant).slice(0, 3)} ${shortDay(instant)}`
}
