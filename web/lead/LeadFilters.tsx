import { Link } from 'react-router-dom'
import { DownloadCsv } from '#web/kit/DownloadCsv.tsx'
import { useLeadsAddress } from './address.ts'
import { filterQuery, type LeadsFilter } from './columns.ts'
import type { Counts } from './load.ts'
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
      <nav className="lead-filters flex min-w-0 max-w-full no-scrollbar scroll-x" aria-label="Show">
        {(['all', 'today', 'late', 'undated'] as const).map((show) => (
          <Link
            className="flex items-center gap-2 px-4 target text-3 ink-2 relative nowrap no-underline flex-none"
            key={show}
            to={address.with({ show: show === 'all' ? null : show, lead: null })}
            preventScrollReset
            aria-current={filter.show === show ? 'true' : undefined}
          >
            {titles[show]}{' '}
            <span className={show === 'late' && counts.late > 0 ? 'is-late' : undefined}>{counts[show]}</span>
          </Link>
        ))}
      </nav>
      <DownloadCsv call="exportLeads" query={filterQuery(filter, Date.now())} what="these leads" />
    </div>
  )
}
