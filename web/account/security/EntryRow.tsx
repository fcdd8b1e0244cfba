import { Link } from 'react-router-dom'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { clock } from '#web/kit/time.ts'

/** One line of the log: when, what, who, and from where. */
export function EntryRow({ entry }: { entry: SecurityEntry }) {
  const { at, lastAt, times, kind, what, account, by, about, byKey, ip, device } = entry
  return (
    <Row
      as="li"
      className="rule-below security-entry lines-py-3"
      bodyClass="grid items-baseline gap-1-5 text-3"
      margin={<Timestamp at={at} />}
    >
      <p className="security-what">
        <strong className={kind === 'refusal' ? 'is-bad' : undefined}>{what[0]!.toUpperCase() + what.slice(1)}</strong>
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
