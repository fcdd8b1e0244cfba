import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type { SecurityEntry, SecurityKind } from '#domain/contract/security.ts'
import { call } from '#web/api.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { Page, PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { TextButton } from '#web/kit/TextButton.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { EntryRow } from './EntryRow.tsx'
import { type LoadedSecurity, pageSize } from './load.ts'
import { useLook } from './useLook.ts'
import './Security.css'

const kinds: { name: SecurityKind | 'all'; title: string }[] = [
  { name: 'all', title: 'Everything' },
  { name: 'login', title: 'Logins' },
  { name: 'refusal', title: 'Refused' },
  { name: 'account', title: 'Passwords and codes' },
  { name: 'admin', title: 'Admins' },
]

/** The security log, the latest first: what happened, who, from where, when. */
export function SecurityPage({ loaded: { kind, entries, next } }: { loaded: LoadedSecurity }) {
  const connection = useLook()
  const { revalidate, state } = useRevalidator()
  const navigate = useNavigate()
  const [older, setOlder] = useState<{ entries: SecurityEntry[]; next: string | undefined }>({ entries: [], next })
  const more = async () => {
    const answer = await call('getSecurityLog', { query: { kind, limit: pageSize, after: older.next } })
    setOlder({ entries: [...older.entries, ...answer.data], next: answer.next })
  }
  const choose = (name: SecurityKind | 'all') =>
    navigate({ search: name === 'all' ? '' : `?kind=${name}` }, { preventScrollReset: true, replace: true })
  const shown = [...entries, ...older.entries]
  return (
    <Page>
      <InBar>
        <ConnectionStatus last={entries[0]?.lastAt} />
      </InBar>
      <PageTitle {...pageTitle(entries, kind)} />
      {connection.state === 'offline' && (
        <Row>
          <Offline since={new Date(connection.since).toISOString()}>You can read on.</Offline>
        </Row>
      )}
      <SectionHeader
        title="Security log"
        aside={
          <TextButton onClick={() => void revalidate()} disabled={state === 'loading'}>
            Look again
          </TextButton>
        }
      />
      <Row>
        <Choices label="Show" of={kinds} chosen={kind ?? 'all'} onChoose={choose} />
      </Row>
      {shown.length === 0 ? (
        <Row>
          <EmptyState message={kind ? 'Nothing of this kind in the last 180 days.' : 'Nothing happened yet.'} />
        </Row>
      ) : (
        <ol aria-label="Security log">
          {shown.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {older.next && (
        <Row className="security-more">
          <LoadMore onMore={more}>Show older ones</LoadMore>
        </Row>
      )}
    </Page>
  )
}

function pageTitle(entries: readonly SecurityEntry[], kind: SecurityKind | undefined): { title: string; next: string } {
  const kept = 'What is older than 180 days is forgotten.'
  if (kind !== undefined && kind !== 'refusal') return { title: 'Who came, and what they changed.', next: kept }
  const day = Date.now() - 24 * 60 * 60 * 1_000
  const refused = entries.some((entry) => entry.kind === 'refusal' && Date.parse(entry.lastAt) > day)
  return refused
    ? { title: 'Somebody was turned away today.', next: kept }
    : { title: 'Nobody was turned away today.', next: kept }
}
