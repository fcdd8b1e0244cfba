import { useRef } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import type { SecurityKind } from '#domain/contract/call.ts'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { securityTitle } from '#domain/words/admin-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { EmptyState, Offline } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Page, PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { NewLines } from '#web/live/NewLines.tsx'
import { useOfflineSince } from '#web/live/socket.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { EntryRow } from './EntryRow.tsx'
import type { LoadedSecurity } from './load.ts'
import { useSecurity } from './useSecurity.ts'
import './Security.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadSecurity as loader } from './load.ts'

/** Shows the events that matter for the safety of accounts. */
export function Component() {
  const loaded = useLoaderData<LoadedSecurity>()
  return (
    <>
      <Head title="Security" noindex />
      <SecurityPage key={loaded.kind ?? 'all'} loaded={loaded} />
    </>
  )
}

const kinds: { name: SecurityKind | 'all'; title: string }[] = [
  { name: 'all', title: 'Everything' },
  { name: 'login', title: 'Logins' },
  { name: 'refusal', title: 'Refused' },
  { name: 'account', title: 'Passwords and codes' },
  { name: 'admin', title: 'Admins' },
]

/** The security log, the latest first: what happened, who, from where, when. */
function SecurityPage({ loaded }: { loaded: LoadedSecurity }) {
  const { kind } = loaded
  const { entries, next, waiting, showNew, more } = useSecurity(loaded)
  const offlineSince = useOfflineSince()
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const show = async () => {
    await showNew()
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  const choose = (name: SecurityKind | 'all') =>
    navigate({ search: name === 'all' ? '' : `?kind=${name}` }, { preventScrollReset: true, replace: true })
  return (
    <Page>
      <InBar>
        <ConnectionStatus last={entries[0]?.lastAt} />
      </InBar>
      <PageTitle {...titleOf(entries, kind)} />
      {offlineSince && (
        <Row>
          <Offline since={offlineSince}>You can keep reading. Updates appear when you’re back online.</Offline>
        </Row>
      )}
      <SectionHeader title="Security log" />
      <Row>
        <Choices label="Show" options={kinds} chosen={kind ?? 'all'} onChoose={choose} />
      </Row>
      <NewLines count={waiting} onShow={show} />
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

function titleOf(entries: readonly SecurityEntry[], kind: SecurityKind | undefined): Headline {
  const day = Date.now() - 24 * 60 * 60 * 1_000
  const wasRefused = entries.some((entry) => entry.kind === 'refusal' && Date.parse(entry.lastAt) > day)
  return securityTitle(kind === undefined || kind === 'refusal', wasRefused)
}
