import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { headlineText } from '#domain/order/next-step.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { call } from '#web/api.ts'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { createRetry } from '#web/retry.ts'
import { viewAsPath } from '#web/view-as.ts'
import { type LoadedPerson, pageSize } from './load.ts'
import { Since } from './PersonRow.tsx'

type ClientOrdersProps = ReturnType<typeof useClientOrders> & { clientId: string }

/** The orders of a client, newest first, each to be opened as an admin or as the client. */
export function ClientOrders({ clientId, rows, hasMore, more }: ClientOrdersProps) {
  return (
    <TitledSection title="Projects">
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
      {hasMore && (
        <Row className="people-more" bodyClass="py-4">
          <LoadMore onMore={more}>Show the next {pageSize}</LoadMore>
        </Row>
      )}
    </TitledSection>
  )
}

/** The orders as far as they are shown. Those behind the first page are loaded again whenever that was. */
export function useClientOrders({ person: { id }, orders: first, next }: LoadedPerson) {
  const [more, setMore] = useState<{ rows: readonly OrderRow[]; next: string | undefined }>()
  const rows = once([...first, ...(more?.rows ?? [])])
  const rest = more ? more.next : next
  const load = async (after: string | undefined, signal?: AbortSignal) => {
    const page = await call('getClientOrders', { query: { id, limit: pageSize, after }, signal })
    return { rows: page.data.map(rowFromWire), next: page.next }
  }
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const fresh: OrderRow[] = []
    for (let after = next; after !== undefined && first.length + fresh.length < rows.length; ) {
      const page = await load(after, signal)
      fresh.push(...page.rows)
      after = page.next
    }
    setMore((shown) => shown && { ...shown, rows: once([...fresh, ...shown.rows]) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a first page that was loaded again is another array
  useEffect(() => {
    const left = new AbortController()
    const attempt = () => refresh(left.signal).catch(() => left.signal.aborted || retry.later())
    const retry = createRetry(attempt)
    void attempt()
    return () => {
      left.abort()
      retry.stop()
    }
  }, [first])
  return {
    rows,
    hasMore: rest !== undefined,
    /** Shows the next ones. Throws `HttpError`. */
    async more() {
      const page = await load(rest)
      // Those of the first page too: a newer order may push one off it.
      setMore({ rows: [...rows, ...page.rows], next: page.next })
    },
  }
}

/** Each order once, as it stands first. */
function once(rows: readonly OrderRow[]): OrderRow[] {
  const known = new Set<string>()
  return rows.filter(({ id }) => !known.has(id) && known.add(id))
}
