import type { Person } from '#domain/event.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { Row } from '#web/kit/Page.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { MoreOrders } from '#web/order/MoreOrders.tsx'
import { ProjectRow } from './ProjectRow.tsx'

type ProjectListProps = {
  label: string
  rows: readonly OrderRow[]
  /** The text when there are none. */
  empty: string
  /** The projects that something was just written in. */
  recent: ReadonlyMap<string, string>
  viewer: Person
  onMore: (() => Promise<void>) | undefined
}

/** Projects of a client, newest first. */
export const ProjectList = ({ label, rows, empty, recent, viewer, onMore }: ProjectListProps) => (
  <>
    {rows.length === 0 ? (
      <Row>
        <EmptyList message={empty} />
      </Row>
    ) : (
      <ol aria-label={label}>
        {rows.map((row, at) => (
          <ProjectRow key={row.id} row={row} number={at + 1} recent={recent.has(row.id)} viewer={viewer} />
        ))}
      </ol>
    )}
    {onMore && (
      <Row>
        <MoreOrders onMore={onMore} />
      </Row>
    )}
  </>
)
