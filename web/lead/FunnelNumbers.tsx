import { type ReactNode, useCallback } from 'react'
import { Link } from 'react-router-dom'
import { counted, digits } from '#domain/count.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { funnelTitle } from '#domain/words/admin-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { EmptyState, Loading } from '#web/kit/Loading.tsx'
import { useNewDay } from '#web/live/live-list.ts'
import { followEventsSince } from '#web/live/socket.ts'
import { useFollowed } from '#web/live/useFollowed.ts'
import { type Period, periods, useLeadsAddress } from './address.ts'
import {
  type ColumnStep,
  columnSteps,
  hairUnit,
  type StepNumbers,
  stoppedBefore,
  strokeOf,
  strokeSize,
} from './stroke.ts'
import './FunnelNumbers.css'

const periodTitles: Record<Period, string> = { 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last year' }

/** How many visitors came how far in the funnel, in a period: as a stroke, and as the table it stands on. */
export function FunnelNumbers({ days }: { days: Period }) {
  const { funnel, failed, load, shown } = useFunnel(days)
  const address = useLeadsAddress()
  const began = funnel?.steps[0]?.reached ?? 0
  const { title, next }: Headline = funnel ? funnelTitle(funnel.steps) : { title: 'Visitors' }
  return (
    <section className="lead-funnel mt-5 relative ink-above" aria-labelledby="funnel-title">
      <header className="row items-baseline justify-between gap-1-4 ink-below">
        <p className="serif italic ink-2">{periodTitles[shown]}</p>
        <h2 className="text-6" id="funnel-title">
          {title} {next && <em>{next}</em>}
        </h2>
        <p className="row items-center gap-0-3 meta">
          {funnel && <span>{`${dayInWords(funnel.from)} to ${dayInWords(funnel.to)} (UTC)`}</span>}
          <span className="row items-center gap-0-3">
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

/** How long after an event its visitor’s step is counted, in milliseconds. */
const countedMs = 1_000

/** The numbers of a period. Those of another stay, under its title, until these have come or failed. */
function useFunnel(days: Period) {
  const load = useCallback(async () => ({ days, funnel: await call('getFunnel', { query: { days } }) }), [days])
  const { answer, error, again } = useFollowed(load, followSteps)
  useNewDay(again)
  const isOther = answer?.days !== days
  const current = error && isOther ? undefined : answer
  return { funnel: current?.funnel, shown: current?.days ?? days, failed: error !== undefined, load: again }
}

/** Calls back after the events that are steps of a visitor, and at every connect but one at once. */
function followSteps(again: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = followEventsSince(({ type }) => {
    if (!/^(LeadSubmitted|AccountRegistered)$/.test(type)) return
    clearTimeout(timer)
    timer = setTimeout(again, countedMs)
  }, again)
  return () => {
    close()
    clearTimeout(timer)
  }
}

const titles: Record<ColumnStep, string> = {
  start: 'Start',
  test: 'Test',
  success: 'Passed',
  details: 'Details',
  analyzing: 'Analyzing',
  pricing: 'Pricing',
  offerings: 'Offerings',
  confirm: 'Confirm',
  registered: 'Registered',
}

/** The funnel's numbers, a column a step: how many reached it, and who stopped before. */
function FunnelTable({ numbers, caption }: { numbers: readonly StepNumbers[]; caption: string }) {
  const reached = (step: ColumnStep) => numbers.find((each) => each.step === step)?.reached ?? 0
  const began = reached('start')
  const share = (count: number) => `${Math.round((count / Math.max(1, began)) * 100)}%`
  const row = (title: string, cell: (step: ColumnStep) => ReactNode, className?: string) => (
    <tr className={className}>
      <th className="serif italic ink-2 balance" scope="row">
        {title}
      </th>
      {columnSteps.map((step) => (
        <td className="serif tabular" key={step}>
          {cell(step)}
        </td>
      ))}
    </tr>
  )
  return (
    <table className="funnel-table grid w-full">
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          <td />
          {columnSteps.map((step) => (
            <th className="ink-2" key={step} scope="col">
              {titles[step]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('Reached', (step) => digits(reached(step)), 'is-big')}
        {row('% of all', (step) => step !== 'start' && share(reached(step)))}
        {row('Left before this step', (step) => (
          <Stopped step={step} numbers={numbers} />
        ))}
      </tbody>
    </table>
  )
}

function Stopped({ step, numbers }: { step: ColumnStep; numbers: readonly StepNumbers[] }) {
  if (step === 'start') return null
  if (step === 'offerings') return <i className="pencil">optional</i>
  const stopped = stoppedBefore(numbers, step)
  const failed = stopped.find(([from]) => from === 'failed')?.[1] ?? 0
  const count = stopped.reduce((sum, [, each]) => sum + each, 0)
  return (
    <>
      {digits(count)}
      {failed > 0 && <i className="pencil">, {failed === count ? 'failed' : `${digits(failed)} failed`} the test</i>}
    </>
  )
}

/** The funnel as one stroke of the pen that thins out, those who stop falling off as hairs. Its numbers are in the table. */
function ThinningStroke({ numbers, skippedOfferings }: { numbers: readonly StepNumbers[]; skippedOfferings: number }) {
  const { posts, bands, hairs, straight } = strokeOf(numbers, skippedOfferings)
  const unit = hairUnit(numbers)
  return (
    <figure className="stroke flex gap-2">
      <svg
        className="w-full h-auto overflow-visible"
        viewBox={`0 0 ${strokeSize.width} ${strokeSize.height}`}
        aria-hidden="true"
      >
        <path
          className="stroke-posts no-fill"
          d={posts.map((x) => `M${x.toFixed(1)} 0V${strokeSize.height}`).join('')}
        />
        {bands.map((path) => (
          <path key={path} className="stroke-band" d={path} />
        ))}
        <path className="stroke-hairs no-fill round-caps" d={hairs.join('')} />
        {skippedOfferings > 0 && (
          <text className="serif italic" x={straight.x} y={straight.y}>
            {digits(skippedOfferings)} skipped this
          </text>
        )}
      </svg>
      <figcaption className="row items-center small italic">
        <span className="stroke-key inline-flex items-center gap-2">continued</span>{' '}
        <span className="stroke-key is-hair inline-flex items-center gap-2">{digits(unit)} who left</span>
      </figcaption>
    </figure>
  )
}
