import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigation } from 'react-router-dom'
import type { ViewQuery } from '#domain/account/order-views.ts'
import { plural } from '#domain/count.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { ordersTitle } from '#domain/words/admin-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { buttonClass, TextButton } from '#web/kit/Button.tsx'
import { KeyBar, KeyHelp } from '#web/kit/KeyBar.tsx'
import { savedListLengths, useSaveListLengths } from '#web/kit/left-places.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, Offline } from '#web/live/ConnectionStatus.tsx'
import { useNewDay } from '#web/live/live-list.ts'
import { lastAt } from '#web/live/rows.ts'
import { type LoadedWorklist, liveWorklist, loadWorklist, type OrderCounts, statuses } from '#web/live/worklist.ts'
import { Head } from '#web/shell/Head.tsx'
import { useViewer } from '#web/shell/session.ts'
import { BulkBar } from './bulk/BulkBar.tsx'
import { Filters, SearchBox } from './Filters.tsx'
import { OrderTable } from './OrderTable.tsx'
import { Peek } from './Peek.tsx'
import { SavedViews } from './SavedViews.tsx'
import { useOrderKeys, useWayBack } from './useOrderKeys.ts'
import { addressOf, queryToShow } from './worklist-url.ts'
import '#web/kit/Desk.css'
import './orders.css'

const titles: Record<OrderStatus, string> = {
  open: 'Current Projects',
  cancelled: 'Cancelled Projects',
  completed: 'Completed Projects',
}

/** The first rows; where they are loaded again or come back to, as many as were shown. */
export function loader({ request }: LoaderFunctionArgs) {
  const address = new URL(request.url)
  return loadWorklist(queryToShow(address.searchParams), savedListLengths(address))
}

/** Every order in its section, filtered, searched and sorted as the address says, and followed live. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewer()
  const lists = useRef<HTMLDivElement>(null)
  /** Whether the pointer was moved into the list: one that has not moved since the page came does not count. */
  const isPointedAt = useRef(false)
  const isCalm = useRef((): boolean => true)
  const list = useWorklist(loaded, isCalm)
  const [chosen, setChosen] = useState<ReadonlyMap<string, OrderRow>>(new Map())
  const [peekedId, setPeeked] = useState<string>()
  const { query } = loaded
  const latest = useLatestQuery(query)
  const { sections, counts } = list
  const rows = statuses.flatMap((status) => sections[status].rows)
  useSaveListLengths(Object.fromEntries(statuses.map((status) => [status, sections[status].rows.length])))
  useWayBack(lists, chosen, peekedId)
  const peeked = rows.find(({ id }) => id === peekedId)
  if (peekedId !== undefined && !peeked) setPeeked(undefined) // its row has left the list

  useEffect(() => {
    isCalm.current = () =>
      chosen.size === 0 &&
      peekedId === undefined &&
      !isPointedAt.current &&
      lists.current?.contains(document.activeElement) !== true
  }, [chosen, peekedId])

  const toggle = useCallback((row: OrderRow) => {
    setChosen((before) => {
      const next = new Map(before)
      if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  }, [])
  const peek = useCallback(({ id }: OrderRow) => setPeeked((now) => (now === id ? undefined : id)), [])
  const byId = (id: string, act: (row: OrderRow) => void) => {
    const row = rows.find((row) => row.id === id)
    if (row) act(row)
  }
  const keys = useOrderKeys(lists, {
    choose: (id) => byId(id, toggle),
    peek: (id) => setPeeked(id === peekedId ? undefined : id),
    focused: (id) => peekedId !== undefined && setPeeked(id),
    close: () => setPeeked(undefined),
    show: list.show,
  })

  const made = useListsMade()
  const { title, next } = made < 100 ? whileMade(made) : titleOf(counts)
  const isNarrowed = query.filter !== undefined || query.search !== undefined
  return (
    <main className="desk worklist mx-auto" id="main" tabIndex={-1}>
      <Head noindex />
      <ConnectionStatus last={lastAt(rows)} />
      <header className="desk-head row items-end justify-between gap-4-6">
        <h1>
          {title} {next && <em>{next}</em>}
        </h1>
        <SearchBox {...latest} />
      </header>
      <Filters {...latest} counts={counts} />
      <SavedViews views={list.views} query={query} reload={list.refreshViews} />
      <Offline />
      <span className="sr" role="status">
        {isNarrowed && `${statuses.reduce((sum, status) => sum + counts.sections[status], 0)} found`}
      </span>
      <div className={peeked ? 'worklist-body has-peek' : 'worklist-body'}>
        <div
          className="worklist-lists min-w-0"
          ref={lists}
          onPointerMove={() => {
            isPointedAt.current = true
          }}
          onPointerLeave={() => {
            isPointedAt.current = false
          }}
        >
          <Changed count={list.changed} onShow={list.show} />
          {statuses
            .filter((status) => status === 'open' || !isNarrowed || sections[status].rows.length > 0)
            .map((status) => (
              <OrderTable
                key={status}
                title={titles[status]}
                status={status}
                rows={sections[status].rows}
                count={counts.sections[status]}
                isCut={counts.atLeast === true}
                recent={list.recent}
                viewer={viewer}
                chosen={chosen}
                peeked={peeked?.id}
                onChoose={toggle}
                onChooseAll={setChosen}
                onPeek={peek}
                onMore={sections[status].next === undefined ? undefined : () => list.more(status)}
                wayOn={
                  isNarrowed && (
                    <Link className={`${buttonClass('line', true)} mt-4`} to={addressOf({ sort: query.sort })}>
                      Show all open projects
                    </Link>
                  )
                }
              />
            ))}
        </div>
        {peeked && <Peek key={peeked.id} row={peeked} onClose={() => setPeeked(undefined)} />}
      </div>
      {chosen.size > 0 ? (
        <>
          <BulkBar
            rows={[...chosen.values()].map((row) => rows.find(({ id }) => id === row.id) ?? row)}
            onDone={(ids) => setChosen(new Map([...chosen].filter(([id]) => !ids.has(id))))}
            onClear={() => setChosen(new Map())}
          />
          {keys.help && <KeyHelp {...keys} onClose={() => keys.onHelp(false)} />}
        </>
      ) : (
        <KeyBar {...keys} />
      )}
    </main>
  )
}

/**
 * The query that is loading, or else the one that is shown, with the saved view that it began with. What is entered next
 * changes these.
 */
function useLatestQuery(shown: ViewQuery): { query: ViewQuery; view: string | undefined } {
  const here = useLocation()
  const { location } = useNavigation()
  const loading = location?.pathname === here.pathname ? location.search : undefined
  const params = new URLSearchParams(loading ?? here.search)
  const query = useMemo(
    () => (loading === undefined ? shown : queryToShow(new URLSearchParams(loading))),
    [shown, loading],
  )
  return { query, view: params.get('view') ?? undefined }
}

/** The orders of a query, followed live. `isCalm` is asked before rows move by themselves. */
function useWorklist(loaded: LoadedWorklist, isCalm: RefObject<() => boolean>) {
  const [followed, setFollowed] = useState(() => ({ loaded, list: liveWorklist(loaded, () => isCalm.current()) }))
  let { list } = followed
  if (followed.loaded !== loaded) {
    list = liveWorklist(loaded, () => isCalm.current())
    setFollowed({ loaded, list })
  }
  const state = useSyncExternalStore(list.subscribe, list.now, list.now)
  useEffect(() => list.open(), [list])
  useNewDay(() => void list.refresh()) // it makes orders overdue
  return { ...state, more: list.more, show: list.apply, refreshViews: list.refreshViews }
}

/** Shows how many rows have come, gone or moved. They stay where they are until they are asked for. */
const Changed = ({ count, onShow }: { count: number; onShow(): void }) => (
  <div className="changed" role="status">
    {count > 0 && (
      <p className="row items-baseline gap-0-4 text-3 wet on-wet-wash">
        {plural(count, '{n} row changed.', '{n} rows changed.')}{' '}
        <TextButton onClick={onShow}>
          Update list <kbd>.</kbd>
        </TextButton>
      </p>
    )}
  </div>
)

function titleOf({ filters: { open, overdue, unread, ...filters } }: OrderCounts): Headline {
  return ordersTitle({ open, overdue, unread, waiting: filters['waiting-on-us'] })
}
