import { Link } from 'react-router-dom'
import { type Stage, stages } from '#domain/lead/lead.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { useLeadsAddress } from './address.ts'
import { filterQuery, type LeadsFilter, stageTitles } from './columns.ts'
import type { Counts } from './load.ts'
import './LeadsPage.css'
import './LeadFilters.css'

const titles: Record<LeadsFilter['show'], string> = {
  all: 'All',
  today: 'Call today',
  late: 'Overdue',
  undated: 'No follow-up date',
}

/** The filters of leads, each with how many there are. */
export function LeadFilters({ filter, counts }: { filter: LeadsFilter; counts: Counts }) {
  const address = useLeadsAddress()
  return (
    <div className="lead-filters-line row justify-between gap-0-5 ink-around-y">
      <nav className="lead-filters desk-chips flex min-w-0 max-w-full no-scrollbar scroll-x" aria-label="Show">
        {(['all', 'today', 'late', 'undated'] as const).map((show) => (
          <Link
            className="flex items-center gap-2 px-4 target text-3 ink-2 relative nowrap no-underline flex-none"
            key={show}
            to={address.with({ show: show === 'all' ? null : show, lead: null })}
            preventScrollReset
            aria-current={filter.show === show ? 'true' : undefined}
          >
            {titles[show]}{' '}
            <span className={`chip-count ink ${show === 'late' && counts.late > 0 ? 'is-red' : ''}`}>
              {counts[show]}
            </span>
          </Link>
        ))}
      </nav>
      <DownloadCsv call="exportLeads" query={filterQuery(filter, Date.now())} what="these leads" />
    </div>
  )
}

/** On a phone: which column is shown. */
export function StageTabs({ chosen, counts }: { chosen: Stage; counts: Counts }) {
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
export function LeadSearch({ searched }: { searched: string }) {
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
        onSearch={(q) => go({ q, lead: null })}
      />
      <span className="lead-search-key hidden text-1" aria-hidden="true">
        /
      </span>
    </search>
  )
}
