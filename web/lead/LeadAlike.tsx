import { Link } from 'react-router-dom'
import type { LeadAlike as Alike } from '#domain/contract/leads.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { useLeadsAddress } from './address.ts'
import { stageTitles } from './columns.ts'
import './LeadsPage.css'

/** Shows who may be the same person as a lead: perhaps, since a number and an address prove nothing. */
export function LeadAlike({ alike, lead }: { alike: readonly Alike[]; lead: LeadRow }) {
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
