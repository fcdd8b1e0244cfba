import { useRef } from 'react'
import type { OrderStatus } from '#domain/order/order.ts'
import { unreadCount } from '#domain/order/row.ts'
import { Offline } from '#web/kit/Offline.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import type { Section } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useRows } from '#web/live/useRows.ts'
import { useViewer } from '#web/live/viewer.ts'
import { inWords, inWordsCapitalized } from '#web/orders/number-words.ts'
import { InBar } from '#web/shell/InBar.tsx'
import { OrderTable } from './OrderTable.tsx'
import { useRowKeys } from './useRowKeys.ts'
import './AdminOrders.css'

const titles: Record<OrderStatus, string> = {
  open: 'Current Projects',
  cancelled: 'Cancelled Projects',
  completed: 'Completed Projects',
}

/** The sections, in the order they are shown. */
export const statuses: readonly OrderStatus[] = ['open', 'cancelled', 'completed']

/** Every order in its section, followed live. */
export function AdminOrders({ sections }: { sections: readonly Section[] }) {
  const { of, hasMore, more, recent, connection } = useRows('getOrders', sections)
  const viewer = useViewer()
  const desk = useRef<HTMLElement>(null)
  useRowKeys(desk)
  const shown = statuses.map((status) => ({ status, rows: of(status) }))
  const open = of('open')
  const { title: is, next } = pageTitle(
    open.length,
    hasMore('open'),
    open.filter((row) => unreadCount(row, viewer) > 0).length,
  )
  return (
    <main className="desk" id="main" tabIndex={-1} ref={desk}>
      <InBar>
        <ConnectionStatus connection={connection} last={lastAt(shown.flatMap(({ rows }) => rows))} />
      </InBar>
      <header className="desk-head">
        <h1>
          {is} {next && <em>{next}</em>}
        </h1>
        <p className="meta desk-keys">
          <kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens
        </p>
      </header>
      {connection.state === 'offline' && (
        <Offline since={new Date(connection.since).toISOString()}>You can read on.</Offline>
      )}
      {shown.map(({ status, rows }) => (
        <OrderTable
          key={status}
          title={titles[status]}
          rows={rows}
          recent={recent}
          viewer={viewer}
          onMore={hasMore(status) ? () => more(status) : undefined}
        />
      ))}
    </main>
  )
}

function pageTitle(count: number, goesOn: boolean, waiting: number): { title: string; next?: string } {
  if (count === 0) return { title: 'No order is open.' }
  if (goesOn)
    return { title: `More than ${count} orders are open,`, next: waiting ? 'some unread.' : 'and these are read.' }
  return {
    title: count === 1 ? 'One order is open,' : `${inWordsCapitalized(count)} orders are open,`,
    next: waiting ? `${inWords(waiting)} with something unread.` : 'and everything is read.',
  }
}
