import type { Arrival } from '#web/live/order.ts'
import './NewBadge.css'

/** The badge beside something new: how it arrived. */
export const NewBadge = ({ arrival }: { arrival: Arrival }) => (
  <span className="blot">
    {arrival}
    <svg className="overflow-visible" viewBox="0 0 28 12" aria-hidden="true">
      <path className="pen" d="M1 8c3-6 5-7 6-4s-1 6 1 5 3-6 5-6 0 6 2 6 3-5 5-5 1 4 3 4 3-2 4-3" />
    </svg>
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
