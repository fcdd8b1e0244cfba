import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { Link, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { type Stage, stages } from '#domain/lead/lead.ts'
import { leadsTitle } from '#domain/words/admin-titles.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import { KeyBar, stepFrom, useSingleKeys } from '#web/kit/KeyBar.tsx'
import { EmptyList } from '#web/kit/Loading.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useNow } from '#web/kit/time.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, Offline } from '#web/live/ConnectionStatus.tsx'
import { useNewDay } from '#web/live/live-list.ts'
import { Head } from '#web/shell/Head.tsx'
import { filterIn, useLeadsAddress } from './address.ts'
import { filterQuery, inColumn, isMeant, isNarrow, type LeadsFilter, shows, stageTitles } from './columns.ts'
import { FunnelNumbers } from './FunnelNumbers.tsx'
import { LeadColumn } from './LeadColumn.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { createLeadList } from './lead-list.ts'
import { type Counts, type Loaded, loadLeads } from './load.ts'
import '#web/kit/Desk.css'
import './leads.css'

export const loader = ({ request }: LoaderFunctionArgs) => loadLeads(filterIn(new URL(request.url).searchParams))

/** Opening a lead, or another period of the funnel, is no other list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate
  const [before, after] = [filterIn(currentUrl.searchParams), filterIn(nextUrl.searchParams)]
  return before.show !== after.show || before.search !== after.search
}

/** Every lead in the column of its stage, followed live; beside them the one that is open, below them the funnel. */
export function Component() {
  const loaded = useLoaderData<Loaded>()
  const { filter } = loaded
  const { list, state, now } = useLeads(loaded)
  const address = useLeadsAddress()
  const page = useRef<HTMLElement>(null)
  const keys = useLeadKeys(page)
  const { rows, counts } = state
  const shown = [...rows.values()].filter((row) => isMeant(row, filter, now))
  const meant = Object.values(counts.stages).reduce((sum, count) => sum + count, 0)
  return (
    <main
      className="desk leads mx-auto"
      id="main"
      tabIndex={-1}
      ref={page}
      data-open={address.lead !== undefined || undefined}
    >
      <Head noindex />
      <ConnectionStatus last={lastAt(shown)} />
      <header className="desk-head row items-end justify-between gap-4-6">
        <LeadsTitle counts={counts} isNarrowed={isNarrow(filter)} />
        <LeadSearch searched={filter.search} />
      </header>
      <LeadFilters filter={filter} counts={counts} />
      <Offline />
      <span className="sr" role="status">
        {isNarrow(filter) && `${meant} found`}
      </span>
      <div className="leads-desk">
        <div className="leads-board min-w-0">
          <StageTabs chosen={address.stage} counts={counts} />
          {meant === 0 && <EmptyList message={isNarrow(filter) ? 'No leads match.' : 'No leads yet.'} />}
          <div className="leads-columns grid columns-1" hidden={meant === 0}>
            {stages.map((stage) => (
              <LeadColumn
                key={stage}
                stage={stage}
                rows={inColumn(shown, stage)}
                chosen={stage === address.stage}
                keysOn={keys.on}
                {...{ list, state, filter, now }}
              />
            ))}
          </div>
        </div>
        {address.lead !== undefined && <LeadPanel key={address.lead} id={address.lead} {...{ list, now }} />}
      </div>
      <FunnelNumbers days={address.period} />
      <KeyBar {...keys}>
        <span>Drag a lead to another column, or set its stage on the right</span>
      </KeyBar>
    </main>
  )
}

const lastAt = (rows: readonly { submittedAt: string; stageAt: string }[]): string | undefined =>
  rows
    .map(({ submittedAt, stageAt }) => (submittedAt > stageAt ? submittedAt : stageAt))
    .sort()
    .at(-1)

/** The title: whom to call today, and who should have been; red under what is late only. */
function LeadsTitle({ counts, isNarrowed }: { counts: Counts; isNarrowed: boolean }) {
  const made = useListsMade()
  const { today, late, stages } = counts // of all leads but for `stages`, which are of those that are meant
  const fresh = isNarrowed ? undefined : stages.new
  const { title, next } = made < 100 ? whileMade(made) : leadsTitle({ today, late, fresh })
  return (
    <h1>
      {title}{' '}
      {next && <em className={made === 100 && late > 0 ? 'leads-late inline-block relative' : undefined}>{next}</em>}
    </h1>
  )
}

const leadKeys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'open'],
  [['1', '2', '3', '4'], 'set stage'],
  [['D'], 'set follow-up date'],
  [['/'], 'search'],
] as const

/** J and K move the focus from lead to lead, and / puts it into the search, unless their reader has turned that off. */
function useLeadKeys(page: RefObject<HTMLElement | null>) {
  const table = {
    j: () => focusNext(page.current!, 1),
    k: () => focusNext(page.current!, -1),
    '/': () => page.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  }
  return { keys: leadKeys, ...useSingleKeys(table) }
}

function focusNext(page: HTMLElement, step: 1 | -1): void {
  const lines = [...page.querySelectorAll<HTMLElement>('a[data-lead]')].filter((line) => line.offsetParent !== null)
  stepFrom(lines, lines.indexOf(document.activeElement as HTMLElement), step)?.focus()
}

/** The leads of the page, followed live from what was loaded. `now` is in milliseconds since 1970, and goes on by itself. */
function useLeads(loaded: Loaded) {
  const list = useMemo(() => createLeadList(loaded), [loaded])
  const state = useSyncExternalStore(list.subscribe, list.now)
  const now = useNow()
  useEffect(() => list.open(), [list])

  // Time alone makes a lead late, and ends the day. This clock may be ahead: what the server does not call late yet is
  // asked for again each minute.
  const { nextDue } = state.counts
  const dueAt = nextDue !== null && now >= Date.parse(nextDue) ? now : undefined
  useEffect(() => {
    if (dueAt !== undefined) void list.refresh()
  }, [list, dueAt])
  useNewDay(() => void list.refresh())

  return { list, state, now }
}

const filterTitles: Record<LeadsFilter['show'], string> = {
  all: 'All',
  today: 'Call today',
  late: 'Overdue',
  undated: 'No follow-up date',
}

/** The filters of leads, each with how many there are. */
function LeadFilters({ filter, counts }: { filter: LeadsFilter; counts: Counts }) {
  const address = useLeadsAddress()
  return (
    <div className="lead-filters-line row justify-between gap-0-5 ink-around-y">
      <nav className="lead-filters desk-chips flex min-w-0 max-w-full no-scrollbar scroll-x" aria-label="Show">
        {shows.map((show) => (
          <Link
            className="flex items-center gap-2 px-4 target text-3 ink-2 ink-on-hover relative nowrap no-underline flex-none"
            key={show}
            to={address.with({ show: show === 'all' ? null : show, lead: null })}
            preventScrollReset
            aria-current={filter.show === show ? 'true' : undefined}
          >
            {filterTitles[show]}{' '}
            <span className={`chip-count ${show === 'late' && counts.late > 0 ? 'red' : 'ink'}`}>{counts[show]}</span>
          </Link>
        ))}
      </nav>
      <DownloadCsv call="exportLeads" query={filterQuery(filter, Date.now())} what="these leads" />
    </div>
  )
}

/** On a phone: which column is shown. */
function StageTabs({ chosen, counts }: { chosen: Stage; counts: Counts }) {
  const { go } = useLeadsAddress()
  return (
    <div className="stage-tabs rule-below">
      <Choices
        label="Stage"
        options={stages.map((name) => ({ name, title: `${stageTitles[name]} ${counts.stages[name]}` }))}
        chosen={chosen}
        onChoose={(stage) => go({ stage })}
      />
    </div>
  )
}

/** Looks for leads by name, address or phone number, as one types. What is looked for stands in the address. */
function LeadSearch({ searched }: { searched: string }) {
  const { go } = useLeadsAddress()
  return (
    <search className="lead-search desk-search flex items-center gap-2 ink-2">
      <svg className="pen flex-none" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M8.8 3.1c-3.4 0-5.8 2.4-5.8 5.7s2.5 5.8 5.8 5.8 5.7-2.5 5.7-5.8-2.3-5.7-5.7-5.7ZM13 13.100l4 4.100" />
      </svg>
      <SearchField
        className="min-w-0 target text-3 ink border-0"
        aria-label="Search leads"
        placeholder="Name, email or phone"
        maxLength={120}
        searched={searched}
        // At once: the press that leaves the field may follow a link, which is to have the search in it.
        onSearch={(q) => go({ q, lead: null }, { flushSync: true })}
      />
      <span className="lead-search-key hidden text-1" aria-hidden="true">
        /
      </span>
    </search>
  )
}
