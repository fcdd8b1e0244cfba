import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { LeadAlike as Alike } from '#domain/contract/leads.ts'
import { type Stage, stages } from '#domain/lead/lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { type FitAnswers, failures, fitQuestions } from '#domain/site/fit-test.ts'
import { ErasePerson } from '#web/account/personal-data/ErasePerson.tsx'
import { Button } from '#web/kit/Button.tsx'
import { isComposing, Labelled } from '#web/kit/Field.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { toast } from '#web/kit/toast.ts'
import { useNavigateUnlessLeft } from '#web/kit/unless-left.tsx'
import { useLeadsAddress } from './address.ts'
import { ConvertLead } from './ConvertLead.tsx'
import { stageTitles } from './columns.ts'
import { dayAndClock } from './dates.ts'
import { LeadDetails, useLeadDetails } from './LeadDetails.tsx'
import { LeadForm } from './LeadForm.tsx'
import { focusLine, useMoveLead } from './LeadLine.tsx'
import type { LeadList } from './lead-list.ts'
import { rowOf } from './load.ts'
import './leads.css'
import './LeadPanel.css'

/** The open lead, with all there is to know and to do. Escape closes it where nothing is unsaved, and goes back to its line. */
export function LeadPanel({ id, list, now }: { id: string; list: LeadList; now: number }) {
  const { details, error, reload, load } = useLeadDetails(id)
  const address = useLeadsAddress()
  const navigate = useNavigate()
  const navigateUnlessLeft = useNavigateUnlessLeft()
  const title = useRef<HTMLHeadingElement>(null)
  const back = address.with({ lead: null, at: null })
  const ready = details !== undefined

  // An admin who opened it by keyboard goes on reading here, unless one of its fields has taken the focus.
  useEffect(() => {
    if (ready && !title.current?.closest('aside')?.contains(document.activeElement)) title.current?.focus()
  }, [ready])

  // Closed in whatever way: the focus goes back to its line, unless something else has taken it.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusLine(id)
    },
    [id],
  )

  function onKeyDown(event: KeyboardEvent) {
    const { key, target, currentTarget } = event
    if (key !== 'Escape' || isComposing(event) || (target as Element).closest('dialog')) return
    if (currentTarget.querySelector('[data-unsaved]')) return void toast('Not closed: this lead has unsaved changes.')
    void navigate(back, { preventScrollReset: true })
  }

  const lead = details && rowOf(details.lead)
  return (
    <aside className="lead-panel small-labels min-w-0" aria-label={lead?.name ?? 'Lead details'} onKeyDown={onKeyDown}>
      <Link className="inline-flex items-center target small ink-on-hover" to={back} preventScrollReset>
        Back to the list
      </Link>
      {error && !details && (
        <div role="alert">
          <h2>{error.status === 404 ? 'This lead doesn’t exist.' : 'This lead couldn’t be loaded.'}</h2>
          <p className="meta">{error.message}</p>
          {error.status !== 404 && (
            <Button kind="line" onClick={() => void load()}>
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
            <bdi>{lead.name}</bdi> {lead.answers ? 'passed the test.' : 'requested prices.'}{' '}
            <em>{stageSummary(lead)}</em>
          </h2>
          <StageSelect lead={lead} list={list} />
          <LeadDetails lead={lead} />
          {lead.answers && <FitAnswersTable answers={lead.answers} />}
          <LeadForm key={id} lead={lead} list={list} reload={reload} now={now} />
          <ConvertLead details={details} list={list} reload={reload} />
          <LeadAlike alike={details.alike} lead={lead} />
          {!details.client && (
            <div className="grid gap-2 mt-4 pt-4 break-anywhere rule-above">
              <ErasePerson person={lead} onErased={() => navigateUnlessLeft(back, { preventScrollReset: true })} />
              <p className="meta">This permanently deletes the lead and all its data.</p>
            </div>
          )}
        </>
      )}
    </aside>
  )
}

/** How far it has come with a lead, in a few words. */
function stageSummary({ stage, stageBy, submissions }: LeadRow): string {
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

/** The stage of a lead, for keyboards and phones: as dragging its line does. */
function StageSelect({ lead, list }: { lead: LeadRow; list: LeadList }) {
  const { move, pending } = useMoveLead(list)
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => void move(lead, target.value as Stage)
  return (
    <Labelled label="Stage">
      {(ties) => (
        <select {...ties} value={lead.stage} onChange={choose} aria-busy={pending || undefined}>
          {stages.map((stage) => (
            <option key={stage} value={stage}>
              {stageTitles[stage]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** Shows who may be the same person as a lead: perhaps, since a number and an address prove nothing. */
function LeadAlike({ alike, lead }: { alike: readonly Alike[]; lead: LeadRow }) {
  const address = useLeadsAddress()
  if (alike.length === 0) return null
  return (
    <section className="lead-alike pt-3 mt-4 small break-anywhere rule-above" aria-label="Possible duplicates">
      <h3 className="italic text-16 ink-2">Possible duplicates</h3>
      <ul>
        {alike.map(({ id, name, email, stage, by }) => (
          <li key={id}>
            {stage ? (
              <Link className="weight-600 ink" to={address.with({ lead: id, at: null })} preventScrollReset>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}{' '}
            ({email}, {stage ? stageTitles[stage] : 'Client'}){' '}
            {by === 'phone' ? 'has the same phone number.' : `probably has the same mailbox as ${lead.email}.`}
          </li>
        ))}
      </ul>
      <p className="meta">This doesn’t prove it’s the same person, so leads aren’t merged.</p>
    </section>
  )
}

/** Shows a lead’s answers in the fit test. */
function FitAnswersTable({ answers }: { answers: FitAnswers }) {
  const failed = failures(answers)
  return (
    <table className="fit-answers w-full">
      <caption className="serif italic text-16 text-start leading-12 ink-2 rule-below">
        {failed.length === 0 ? 'Fit test: passed' : 'Fit test: fails today’s rules'}
      </caption>
      <tbody>
        {fitQuestions.map(({ id, question }) => (
          <tr key={id}>
            <th className="py-2 text-2 text-start leading-135 rule-below" scope="row">
              <span className="inline-block pencil serif">{id}</span> {question}
            </th>
            <td
              className="py-2 serif text-16 leading-135 text-end nowrap rule-below"
              data-fails={failed.some((each) => each.id === id) || undefined}
            >
              {answers[id] === 'yes' ? 'Yes' : 'No'} {answers[id] === 'yes' ? <Tick /> : <Cross />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
