import { Link, useLoaderData, useRevalidator } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { idIn } from '#domain/event.ts'
import { DownloadData } from '#web/account/personal-data/DownloadData.tsx'
import { ErasePerson } from '#web/account/personal-data/ErasePerson.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { useViewer } from '#web/live/viewer.ts'
import { Head } from '#web/shell/Head.tsx'
import { viewAsPath } from '#web/view-as.ts'
import { AccountCommand } from './AccountCommand.tsx'
import { ClientOrders, useClientOrders } from './ClientOrders.tsx'
import type { LoadedPerson } from './load.ts'
import { ordersOf } from './PersonRow.tsx'
import { useLivePeople } from './useLivePeople.ts'
import { useOpenOrders } from './useOpenOrders.ts'
import './People.css'

export { loadPerson as loader } from './load.ts'

/** One client or admin. */
export function Component() {
  const loaded = useLoaderData<LoadedPerson>()
  return (
    <>
      <Head title={loaded.person.name} noindex />
      <PersonPage key={loaded.person.id} loaded={loaded} />
    </>
  )
}

/** A client or an admin: how to reach them, their orders, and what may be done about their account. */
function PersonPage({ loaded }: { loaded: LoadedPerson }) {
  const { person } = loaded
  const orders = useClientOrders(loaded)
  useLivePeople(
    loaded,
    ({ stream, orderId, type }) =>
      idIn({ name: 'account' }, stream) === person.id ||
      (type !== 'ConversationRead' && orders.rows.some((row) => row.id === orderId)),
  )
  const here = useOpenOrders().filter(({ people }) => people.some(({ id }) => id === person.id))
  const viewer = useViewer()
  const { revalidate } = useRevalidator()
  const { id, name, email, phone, role, status, since, secondFactor, sessions } = person
  const self = id === viewer.id
  if (status === 'erasing' || status === 'erased') return <ErasedPerson status={status} since={since} />
  return (
    <Page>
      <ConnectionStatus />
      <PageTitle
        eyebrow={<Link to="/people">People</Link>}
        title={`${name}.`}
        next={status === 'active' ? (role === 'admin' ? 'Admin.' : sentence(ordersOf(person))) : `${sentence(status)}`}
      />
      <OfflineRow />
      <TitledSection title="Account" aside={`since ${day(since)}`}>
        <Row className="person-facts rule-below" bodyClass="py-4">
          <dl>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            <dt>Phone</dt>
            <dd>{/^\+?\d/.test(phone) ? <a href={`tel:${phone}`}>{phone}</a> : 'not given'}</dd>
            <dt>Two-step verification</dt>
            <dd>{secondFactor ? 'on' : 'off'}</dd>
            <dt>Login</dt>
            <dd>{sessions === 0 ? 'not logged in' : `logged in on ${counted(sessions, 'device')}`}</dd>
            <dt>Online now</dt>
            <dd>
              {here.length === 0
                ? 'no project open'
                : here.map(({ orderId, title }) => (
                    <Link key={orderId} className="person-here" to={`/order-detail/${orderId}`}>
                      {title}
                    </Link>
                  ))}
            </dd>
          </dl>
        </Row>
        {self ? (
          <Row className="person-does" bodyClass="pt-5">
            <p>
              This is you. Change your details in <Link to="/settings">your settings</Link>.
            </p>
          </Row>
        ) : (
          <Row className="person-does" bodyClass="pt-5">
            {status !== 'removed' && (
              <div className="person-buttons row gap-3">
                {role === 'client' && (
                  <a className={buttonClass()} href={viewAsPath(id, '/dashboard')}>
                    View as client
                  </a>
                )}
                {sessions > 0 && <AccountCommand name="signOut" person={person} asButton />}
                {secondFactor && <AccountCommand name="resetFactor" person={person} asButton />}
                <AccountCommand name={status === 'suspended' ? 'reinstate' : 'suspend'} person={person} asButton />
                {role === 'admin' && <AccountCommand name="remove" person={person} asButton />}
              </div>
            )}
            <div className="person-buttons row gap-3">
              {status !== 'removed' && <DownloadData person={person} />}
              {(role === 'client' || status === 'removed') && <ErasePerson person={person} onErased={revalidate} />}
            </div>
          </Row>
        )}
      </TitledSection>
      {role === 'client' && <ClientOrders clientId={id} {...orders} />}
    </Page>
  )
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

type ErasedPersonProps = { status: 'erasing' | 'erased'; since: string }

/** A person who is being erased, or was: when that was, and nothing else. */
const ErasedPerson = ({ status, since }: ErasedPersonProps) => (
  <Page>
    <ConnectionStatus />
    <PageTitle
      eyebrow={<Link to="/people">People</Link>}
      title={status === 'erasing' ? 'This person’s data is being deleted.' : 'This person’s data was deleted.'}
      next={status === 'erasing' ? 'This takes a moment.' : 'No personal data is left.'}
    />
    <Row>
      <p role="status">
        {status === 'erasing' ? 'Requested on' : 'Completed on'}{' '}
        <time dateTime={since}>
          {day(since)}, {clock(since)}
        </time>
        .
      </p>
    </Row>
  </Page>
)
