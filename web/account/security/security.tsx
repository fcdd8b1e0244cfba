import { useRef } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router-dom'
import type { SecurityKind } from '#domain/contract/call.ts'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { securityTitle } from '#domain/words/admin-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { EmptyState } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Page, PageTitle, Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { aDay, clock, useNow } from '#web/kit/time.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { NewLines, useFollowedLog, useStateUnder } from '#web/live/followed-log.tsx'
import { Head } from '#web/shell/Head.tsx'
import { type LoadedSecurity, loadPage, type ShownEntries, withLatest, withNotes, withOlder } from './entries.ts'
import './Security.css'

export { loadSecurity as loader } from './entries.ts'

const kinds: { name: SecurityKind | 'all'; title: string }[] = [
  { name: 'all', title: 'Everything' },
  { name: 'login', title: 'Logins' },
  { name: 'refusal', title: 'Refused' },
  { name: 'account', title: 'Passwords and codes' },
  { name: 'admin', title: 'Admins' },
]

/** The security log, the latest first: what happened, who, from where, when. */
export function Component() {
  const loaded = useLoaderData<LoadedSecurity>()
  const { kind } = loaded
  const { entries, next, refusedAt, waiting, showNew, more } = useSecurity(loaded)
  const navigate = useNavigate()
  const now = useNow()
  const list = useRef<HTMLOListElement>(null)
  const choose = (name: SecurityKind | 'all') =>
    navigate({ search: name === 'all' ? '' : `?kind=${name}` }, { preventScrollReset: true, replace: true })
  return (
    <Page>
      <Head noindex />
      <ConnectionStatus last={entries[0]?.lastAt} />
      <PageTitle {...titleOf(refusedAt, kind, now)} />
      <OfflineRow />
      <SectionHeader title="Security log" />
      <Row>
        <Choices label="Show" options={kinds} chosen={kind ?? 'all'} onChoose={choose} />
      </Row>
      <NewLines count={waiting} list={list} onShow={showNew} />
      {entries.length === 0 ? (
        <Row>
          <EmptyState message={kind ? 'No entries of this kind in the last 180 days.' : 'No entries yet.'} />
        </Row>
      ) : (
        <ol aria-label="Security log" ref={list} tabIndex={-1} className="security-log">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {next && (
        <Row className="security-more">
          <LoadMore onMore={more}>Show older entries</LoadMore>
        </Row>
      )}
    </Page>
  )
}

function titleOf(refusedAt: string | undefined, kind: SecurityKind | undefined, now: number): Headline {
  const wasRefused = refusedAt !== undefined && Date.parse(refusedAt) > now - aDay
  return securityTitle(kind === undefined || kind === 'refusal', wasRefused)
}

/**
 * The entries of the security log, the latest first. New and repeated entries wait until they are requested, so that no
 * line moves while it is read. `waiting` is their number.
 */
function useSecurity({ kind, ...loaded }: LoadedSecurity) {
  const [shown, setShown] = useStateUnder<ShownEntries>(kind ?? 'all', { ...loaded, notes: new Map() })
  useFollowedLog({
    log: 'security',
    onNote: (heard) =>
      setShown((before) =>
        withNotes(
          before,
          kind === undefined || heard.kind === kind ? [heard] : [],
          heard.kind === 'refusal' ? heard.lastAt : undefined,
        ),
      ),
    async lookAgain() {
      const { data, refusedAt } = await loadPage(kind)
      setShown((before) => withNotes(before, data, refusedAt))
    },
  })

  return {
    ...shown,
    waiting: shown.notes.size,
    /** Shows what waits. Throws `HttpError`. */
    async showNew() {
      const latest = await loadPage(kind)
      setShown((before) => withLatest(before, latest, shown.notes))
    },
    /** Shows the next older entries. Throws `HttpError`. */
    async more() {
      const older = await loadPage(kind, { after: shown.next })
      setShown((before) => withOlder(before, older))
    },
  }
}

/** One line of the log: when, what, who, and from where. */
function EntryRow({ entry }: { entry: SecurityEntry }) {
  const { at, lastAt, times, kind, what, account, by, about, byKey, ip, device } = entry
  return (
    <Row
      as="li"
      className="rule-below security-entry lines-py-3"
      bodyClass="grid items-baseline gap-1-5 text-3"
      margin={<Timestamp at={at} />}
    >
      <p>
        <strong className={kind === 'refusal' ? 'weight-500 red' : 'weight-500'}>
          {what[0]!.toUpperCase() + what.slice(1)}
        </strong>
        {about && about.id !== account?.id && (
          <>
            : <Someone person={about} />
          </>
        )}
        {times > 1 && (
          <span className="block small">
            {times} times, last at {clock(lastAt)}
          </span>
        )}
      </p>
      <p className="ink-2 break-anywhere">
        {account ? <Someone person={account} unknown="Unknown email address" /> : 'Not logged in'}
        {by && (
          <>
            , viewed by <Someone person={by} />
          </>
        )}
        {byKey && ', by an API key'}
      </p>
      <p className="ink-2 break-anywhere">
        {ip ?? 'Several locations'}
        {ip && `, ${device}`}
      </p>
    </Row>
  )
}

/** A person by name; an address that has no account has none. */
function Someone({ person: { id, name }, unknown = 'an unknown email address' }: SomeoneProps) {
  return name === undefined ? <span>{unknown}</span> : <Link to={`/people/${id}`}>{name}</Link>
}

type SomeoneProps = { person: { id: string; name?: string | undefined }; unknown?: string }
