import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { counted } from '#domain/count.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { funnelTitle } from '#domain/words/admin-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { call } from '#web/api.ts'

import { TextButton } from '#web/kit/Button.tsx'
import { EmptyState, Loading } from '#web/kit/Loading.tsx'
import { type Period, periods, useLeadsAddress } from './address.ts'
import { FunnelTable } from './FunnelTable.tsx'
import { ThinningStroke } from './ThinningStroke.tsx'
import './FunnelNumbers.css'

type Funnel = AnswerOf<Contract['getFunnel']>

const periodTitles: Record<Period, string> = { 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last year' }

/** How many visitors came how far in the funnel, in a period: as a stroke, and as the table it stands on. */
export function FunnelNumbers({ days }: { days: Period }) {
  const { funnel, failed, load } = useFunnel(days)
  const address = useLeadsAddress()
  const began = funnel?.steps[0]?.reached ?? 0
  const { title, next }: Headline = funnel ? funnelTitle(funnel.steps) : { title: 'Visitors' }
  return (
    <section className="lead-funnel mt-5 relative ink-above" aria-labelledby="funnel-title">
      <header className="row items-baseline justify-between gap-1-4 ink-below">
        <p>{periodTitles[days]}</p>
        <h2 className="text-6" id="funnel-title">
          {title} {next && <em>{next}</em>}
        </h2>
        <p className="meta">
          {funnel && <span>{`${dayInWords(funnel.from)} to ${dayInWords(funnel.to)} (UTC)`}</span>}
          <span>
            {periods
              .filter((each) => each !== days)
              .map((each) => (
                <Link
                  className="inline-flex items-center"
                  key={each}
                  to={address.with({ days: each === 30 ? null : String(each) })}
                  preventScrollReset
                >
                  {periodTitles[each]}
                </Link>
              ))}
          </span>
        </p>
      </header>
      {failed && !funnel && (
        <p className="meta" role="alert">
          The numbers couldn’t be loaded. <TextButton onClick={load}>Try again</TextButton>
        </p>
      )}
      {!funnel && !failed && <Loading />}
      {funnel && began === 0 && <EmptyState message="No visitors in this period." />}
      {funnel && began > 0 && (
        <>
          <ThinningStroke numbers={funnel.steps} skippedOfferings={funnel.straightOn} />
          <FunnelTable
            numbers={funnel.steps}
            caption={`Funnel, ${dayInWords(funnel.from)} to ${dayInWords(funnel.to)}`}
          />
        </>
      )}
      {funnel && funnel.fullDays > 0 && (
        <p className="meta lead-funnel-note pt-3">
          On {counted(funnel.fullDays, 'day')} there were more visitors than we count in a day, probably bots.
        </p>
      )}
    </section>
  )
}

function useFunnel(days: Period) {
  const [loaded, setLoaded] = useState<{ days: Period; funnel?: Funnel; failed?: true }>()
  const load = () => {
    call('getFunnel', { query: { days } }).then(
      (funnel) => setLoaded({ days, funnel }),
      () => setLoaded({ days, failed: true }),
    )
  }
  useEffect(load, [days])
  // Another period's numbers stay until those of this one have come.
  return { funnel: loaded?.funnel, failed: loaded?.days === days && loaded.failed, load }
}
