import type { Person } from '#domain/event.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { Empty } from '#web/kit/Empty.tsx'
import { Line } from '#web/kit/Leaf.tsx'
import { MoreOrders } from '#web/orders/MoreOrders.tsx'
import { ProjectLine } from './ProjectLine.tsx'

type ProjectListProps = {
  label: string
  rows: readonly OrderRow[]
  /** What is said when there are none. */
  empty: string
  /** The projects that something was just written in. */
  fresh: ReadonlyMap<string, string>
  viewer: Person
  onMore: (() => Promise<void>) | undefined
}

/** Projects of a client, newest first. */
export const ProjectList = ({ label, rows, empty, fresh, viewer, onMore }: ProjectListProps) => (
  <>
    {rows.length === 0 ? (
      <Line>
        <Empty says={empty} />
      </Line>
    ) : (
      <ol aria-label={label}>
        {rows.map((row, at) => (
          <ProjectLine key={row.id} row={row} number={at + 1} wet={fresh.has(row.id)} viewer={viewer} />
        ))}
      </ol>
    )}
    {onMore && (
      <Line>
        <MoreOrders onMore={onMore} />
      </Line>
    )}
  </>
)
