import type { Arrival } from '#web/live/order.ts'
import { Squiggle } from './marks.tsx'
import './NewBadge.css'

/** The badge beside something new: how it arrived. */
export const NewBadge = ({ arrival }: { arrival: Arrival }) => (
  <span className="blot">
    {arrival}
    <Squiggle />
  </span>
)

/** How much is unread, in green; nothing when there is nothing. */
export const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="unread">
      {count}
      <span className="sr"> unread</span>
    </span>
  )
