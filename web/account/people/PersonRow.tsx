import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { OpenOrder } from '#domain/contract/live.ts'
import type { WirePerson } from '#domain/contract/people.ts'
import type { Person } from '#domain/event.ts'
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
    <PersonLine className={status === 'suspended' ? 'is-suspended' : ''} margin={<Since at={since} />}>
      <span className="min-w-0">
        <PersonName>
          <Link to={`/people/${id}`}>{name}</Link> {self && <span className="meta">you</span>}
        </PersonName>
        <span className="block small break-anywhere">{email}</span>
      </span>
      <span className="ink-2">
        {role === 'admin' ? <Factor on={person.secondFactor} self={self} /> : ordersOf(person)}
      </span>
      <Where status={status} open={open} />
      <span className="person-acts row items-baseline gap-0-4">
        {role === 'client' && status !== 'erasing' && (
          <a className="person-link inline-flex items-center target small" href={viewAsPath(id, '/dashboard')}>
            View as client<span className="sr"> {name}</span>
          </a>
        )}
        {!self && status !== 'erasing' && (
          <AccountCommand name={status === 'suspended' ? 'reinstate' : 'suspend'} person={person} />
        )}
      </span>
    </PersonLine>
  )
})

type PersonLineProps = { className?: string; margin?: ReactNode; children: ReactNode }

/** A line of a list of people or their projects: its parts beside each other where there is room. */
export const PersonLine = ({ className = '', margin, children }: PersonLineProps) => (
  <Row
    as="li"
    className={`person lines-py-3 rule-below ${className}`}
    bodyClass="person-line grid items-baseline gap-1-5 text-3"
    margin={margin}
  >
    {children}
  </Row>
)

/** What a line is about, in its first part. */
export const PersonName = ({ children }: { children: ReactNode }) => (
  <span className="person-name serif-5-125 break-anywhere">{children}</span>
)

/** Whether an admin has it on; one who reads of their own is led to where they turn it on. */
const Factor = ({ on, self }: { on: boolean; self: boolean }) =>
  on ? (
    'two-step verification on'
  ) : (
    <>
      <span className="red">two-step verification off</span> {self && <Link to="/settings#two-step">Turn it on</Link>}
    </>
  )

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
      <span className="wet break-anywhere">
        viewing <Link to={`/order-detail/${first.orderId}`}>{first.title}</Link>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    )
  return (
    <span className="person-where ink-2">
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
