import { useRef } from 'react'
import { stages } from '#domain/lead/lead.ts'
import { leadsTitle } from '#domain/words/admin-titles.ts'
import { Offline } from '#web/kit/Loading.tsx'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { useLeadsAddress } from './address.ts'
import { inColumn, isMeant, isNarrow } from './columns.ts'
import { FunnelNumbers } from './FunnelNumbers.tsx'
import { LeadColumn } from './LeadColumn.tsx'
import { LeadFilters } from './LeadFilters.tsx'
import { LeadKeys } from './LeadKeys.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { LeadSearch } from './LeadSearch.tsx'
import type { Counts, Loaded } from './load.ts'
import { StageTabs } from './StageTabs.tsx'
import { useLeadKeys } from './useLeadKeys.ts'
import { useLeads } from './useLeads.ts'
import '#web/kit/Desk.css'
import './LeadsPage.css'

/** Every lead in the column of its stage, followed live; beside them the one that is open, below them the funnel. */
export function LeadsPage({ loaded }: { loaded: Loaded }) {
  const { filter } = loaded
  const { list, state, connection, now } = useLeads(loaded)
  const address = useLeadsAddress()
  const page = useRef<HTMLElement>(null)
  useLeadKeys(page)
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
      <InBar>
        <ConnectionStatus last={lastAt(shown)} />
      </InBar>
      <header className="desk-head row items-end justify-between gap-4-6">
        <LeadsTitle counts={counts} />
        <LeadSearch searched={filter.search} />
      </header>
      <LeadFilters filter={filter} counts={counts} />
      {connection.state === 'offline' && (
        <Offline since={new Date(connection.since).toISOString()}>
          You can keep reading. Updates appear when you’re back online.
        </Offline>
      )}
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
                {...{ list, state, filter, now }}
              />
            ))}
          </div>
        </div>
        {address.lead !== undefined && <LeadPanel key={address.lead} id={address.lead} {...{ list, now }} />}
      </div>
      <FunnelNumbers days={address.period} />
      <LeadKeys />
    </main>
  )
}

const lastAt = (rows: readonly { submittedAt: string; stageAt: string }[]): string | undefined =>
  rows
    .map(({ submittedAt, stageAt }) => (submittedAt > stageAt ? submittedAt : stageAt))
    .sort()
    .at(-1)

/** The title: whom to call today, and who should have been; red under what is late only. */
function LeadsTitle({ counts: { today, late, stages } }: { counts: Counts }) {
  const made = useListsMade()
  const { title, next } = made < 100 ? whileMade(made) : leadsTitle({ today, late, fresh: stages.new })
  return (
    <h1>
      {title} <em className={made === 100 && late > 0 ? 'leads-late inline-block relative' : undefined}>{next}</em>
    </h1>
  )
}
