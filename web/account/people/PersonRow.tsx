import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { WirePerson } from '#domain/contract/people.ts'
import type { Person } from '#domain/event.ts'
import type { OpenOrder } from '#domain/order/presence.ts'
import { Row } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import { viewAsPath } from '#web/view-as.ts'
import { AccountCommand } from './AccountCommand.tsx'

/** `open`: the orders that the person has open; undefined where there are none. */
type PersonRowProps = { person: WirePerson; viewer: Person; open: readonly OpenOrder[] | undefined }

/**
 * A person in one line: since when, who, what they have, whether they are here, and what is done most. Not
 * rendered again when only who else is here changes: there are many.
 */
export const PersonRow = memo(function PersonRow({ person, viewer, open }: PersonRowProps) {
  const { id, name, email, role, status, since } = person
  const self = id === viewer.id
  return (
    <Row
      as="li"
      className={status === 'suspended' ? 'person is-suspended lines-py-3' : 'person lines-py-3'}
      margin={<Since at={since} />}
    >
      <div className="person-line">
        <span className="min-w-0">
          <span className="person-name">
            <Link to={`/people/${id}`}>{name}</Link> {self && <span className="meta">you</span>}
          </span>
          <span className="block small break-anywhere">{email}</span>
        </span>
        <span className="person-has">{role === 'admin' ? <Factor on={person.secondFactor} /> : ordersOf(person)}</span>
        <Where status={status} open={open} />
        <span className="person-acts">
          {role === 'client' && status !== 'erasing' && (
            <a className="person-link inline-flex items-center target small" href={viewAsPath(id, '/dashboard')}>
              View as client<span className="sr"> {name}</span>
            </a>
          )}
          {!self && status !== 'erasing' && (
            <AccountCommand name={status === 'suspended' ? 'reinstate' : 'suspend'} person={person} />
          )}
        </span>
      </div>
    </Row>
  )
})

const Factor = ({ on }: { on: boolean }) =>
  on ? 'two-step verification on' : <span className="red">two-step verification off</span>

/** How many orders a client has, in words. */
export function ordersOf({ orders: { open, completed, cancelled } }: Pick<WirePerson, 'orders'>): string {
  const closed = [...(completed ? [`${completed} completed`] : []), ...(cancelled ? [`${cancelled} cancelled`] : [])]
  if (open + completed + cancelled === 0) return 'no projects'
  return [open === 0 ? 'none open' : `${open} open`, ...closed].join(', ')
}

function Where({ status, open = [] }: { status: string; open: readonly OpenOrder[] | undefined }) {
  const [first, ...others] = open
  if (first)
    return (
      <span className="person-here">
        viewing <Link to={`/order-detail/${first.orderId}`}>{first.title}</Link>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    )
  return (
    <span className="person-where">
      {status === 'suspended' && 'suspended'}
      {status === 'erasing' && 'being deleted'}
    </span>
  )
}

/** A day in the margin of a list: its year below it, so that it fits on a phone. */
export function Since({ at }: { at: string }) {
  const [date, month, year] = day(at).split('/')
  return (
    <time className="when" dateTime={at}>
      <span className="when-day">{`${date}/${month}`}</span> <span className="when-clock">{year}</span>
    </time>
  )
}
