import { LoadMore } from '#web/kit/LoadMore.tsx'
import { pageSize } from '#web/live/list.ts'

/** Shows the next rows of a list of orders. */
export const MoreOrders = ({ onMore }: { onMore(): Promise<void> }) => (
  <p className="more">
    <LoadMore onMore={onMore}>Show the next {pageSize}</LoadMore>
  </p>
)
