import type { NamedCall } from '#domain/contract/endpoints.ts'
import { pathTo } from '#web/api.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'

const tables: readonly { call: NamedCall; title: string; holds: string }[] = [
  { call: 'exportOrders', title: 'Projects', holds: 'with their clients, steps and amounts' },
  { call: 'exportClients', title: 'Clients', holds: 'with their number of projects' },
  { call: 'exportLeads', title: 'Leads', holds: 'with their figures and stage' },
  { call: 'exportPayments', title: 'Payments', holds: 'one row per payment and price change' },
]

/** The lists as tables to download. They are links: the browser itself writes them to the disk. */
export const Exports = () => (
  <section aria-label="CSV exports" id="tables">
    <SectionHeader title="CSV exports" aside="For spreadsheets. Times in UTC, amounts in rupees." />
    <ul>
      {tables.map(({ call, title, holds }) => (
        <Row
          as="li"
          className="rule-below hookup is-table lines-py-3"
          bodyClass="grid items-baseline gap-1-5 text-3"
          key={call}
        >
          <p className="hookup-what">
            <b>{title}</b> <small>{holds}</small>
          </p>
          <p className="hookup-acts">
            <a href={pathTo(call)} download>
              Download CSV<span className="sr"> of {title}</span>
            </a>
          </p>
        </Row>
      ))}
    </ul>
  </section>
)
