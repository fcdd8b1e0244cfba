import { useState } from 'react'
import { Link } from 'react-router-dom'
import { headlineText } from '#domain/order/next-step.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { viewAsPath } from '#web/view-as.ts'
import { pageSize } from './load.ts'
import { Since } from './PersonRow.tsx'

type ClientOrdersProps = {
  clientId: string
  /** The first page, as it was loaded last. */
  first: readonly OrderRow[]
  /** Where the rest begins. */
  next: string | undefined
}

/** The orders of a client, newest first, each to be opened as an admin or as the client. */
export function ClientOrders({ clientId, first, next }: ClientOrdersProps) {
  const [more, setMore] = useState<{ rows: OrderRow[]; next: string | undefined }>()
  const known = new Set(first.map(({ id }) => id))
  const rows = [...first, ...(more?.rows.filter(({ id }) => !known.has(id)) ?? [])]
  const after = more ? more.next : next
  const load = async () => {
    const page = await call('getClientOrders', { query: { id: clientId, limit: pageSize, after } })
    // Those of the first page too: a newer order may push one off it.
    setMore({ rows: [...rows, ...page.data.map(rowFromWire)], next: page.next })
  }
  return (
    <section aria-label="Projects">
      <SectionHeader title="Projects" />
      {rows.length === 0 ? (
        <Row>
          <EmptyList message="No Orders Found" />
        </Row>
      ) : (
        <ul>
          {rows.map((row) => (
            <Row as="li" key={row.id} className="person lines-py-3" margin={<Since at={row.openedAt} />}>
              <div className="person-line">
                <span className="person-name">
                  <Link to={`/order-detail/${row.id}`}>{row.title}</Link>
                </span>
                <span className="person-has">{row.status}</span>
                <span className="person-where">
                  <MiniProgress steps={row.steps} /> {headlineText(row, 'admin')}
                </span>
                <span className="person-acts">
                  <a
                    className="person-link inline-flex items-center target small"
                    href={viewAsPath(clientId, `/order-detail/${row.id}`)}
                  >
                    View as client<span className="sr"> {row.title}</span>
                  </a>
                </span>
              </div>
            </Row>
          ))}
        </ul>
      )}
      {after !== undefined && (
        <Row className="people-more" bodyClass="py-4">
          <LoadMore onMore={load}>Show the next {pageSize}</LoadMore>
        </Row>
      )}
    </section>
  )
}
