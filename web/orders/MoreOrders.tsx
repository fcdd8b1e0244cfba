import { More } from '#web/kit/More.tsx'
import { pageSize } from '#web/live/list.ts'

/** Shows the next rows of a list of orders. */
export const MoreOrders = ({ onMore }: { onMore(): Promise<void> }) => (
  <p className="more">
    <More onMore={onMore}>Show the next {pageSize}</More>
  </p>
)
