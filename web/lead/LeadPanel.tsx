import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ErasePerson } from '#web/account/personal-data/ErasePerson.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { useLeadsAddress } from './address.ts'
import { ConvertLead } from './ConvertLead.tsx'
import { dayAndClock } from './dates.ts'
import { FitAnswersTable } from './FitAnswersTable.tsx'
import { LeadAlike } from './LeadAlike.tsx'
import { LeadDetails } from './LeadDetails.tsx'
import { LeadForm } from './LeadForm.tsx'
import { focusLine } from './LeadLine.tsx'
import type { LeadList } from './lead-list.ts'
import { rowOf } from './load.ts'
import { StageSelect } from './StageSelect.tsx'
import { useLeadDetails } from './useLeadDetails.ts'
import './LeadPanel.css'

/** The open lead, with all there is to know and to do. Escape closes it, and goes back to its line. */
export function LeadPanel({ id, list, now }: { id: string; list: LeadList; now: number }) {
  const { details, error, reload, load } = useLeadDetails(id)
  const address = useLeadsAddress()
  const navigate = useNavigate()
  const title = useRef<HTMLHeadingElement>(null)
  const back = address.with({ lead: null, at: null })
  const ready = details !== undefined

  // Whoever opened it by keyboard goes on reading here, unless a field of it has asked for the focus.
  useEffect(() => {
    if (ready && !title.current?.closest('aside')?.contains(document.activeElement)) title.current?.focus()
  }, [ready])

  async function onKeyDown({ key }: KeyboardEvent) {
    if (key !== 'Escape') return
    await navigate(back, { preventScrollReset: true })
    focusLine(id)
  }

  const lead = details && rowOf(details.lead)
  return (
    <aside className="lead-panel min-w-0" aria-label={lead?.name ?? 'Lead details'} onKeyDown={onKeyDown}>
      <Link className="lead-panel-close inline-flex items-center target small" to={back} preventScrollReset>
        Back to the list
      </Link>
      {error && !details && (
        <div role="alert">
          <h2>{error.status === 404 ? 'This lead doesn’t exist.' : 'This lead couldn’t be loaded.'}</h2>
          <p className="meta">{error.message}</p>
          {error.status !== 404 && (
            <Button type="button" kind="line" onClick={() => void load()}>
              Try again
            </Button>
          )}
        </div>
      )}
      {!details && !error && <Loading />}
      {details && lead && (
        <>
          <p className="meta">
            Source: {lead.source}, <time dateTime={lead.submittedAt}>{dayAndClock(lead.submittedAt)}</time>
          </p>
          <h2 ref={title} tabIndex={-1}>
            <bdi>{lead.name}</bdi> passed the test. <em>{stageSummary(lead)}</em>
          </h2>
          <StageSelect lead={lead} list={list} />
          <LeadDetails lead={lead} />
          {lead.answers && <FitAnswersTable answers={lead.answers} />}
          <LeadForm key={id} lead={lead} list={list} reload={reload} now={now} />
          <ConvertLead details={details} list={list} reload={reload} />
          <LeadAlike alike={details.alike} lead={lead} />
          {!details.client && (
            <div className="lead-convert">
              <ErasePerson person={lead} onErased={() => navigate(back, { preventScrollReset: true })} />
              <p className="meta">This permanently deletes the lead and all its data.</p>
            </div>
          )}
        </>
      )}
    </aside>
  )
}

/** How far it has come with a lead, in a few words. */
function stageSummary({
  stage,
  stageBy,
  submissions,
}: {
  stage: string
  stageBy?: string
  submissions: number
}): string {
  switch (stage) {
    case 'contacted':
      return stageBy ? `Contacted by ${stageBy}.` : 'Contacted.'
    case 'won':
      return 'Won.'
    case 'lost':
      return 'Lost.'
    default:
      return submissions > 1 ? 'Asked for prices again.' : 'Not contacted yet.'
  }
}
