import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { idIn } from '#domain/event.ts'
import { headlineText } from '#domain/order/next-step.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowFromWire } from '#domain/order/row-wire.ts'
import { DownloadData } from '#web/account/personal-data/DownloadData.tsx'
import { ErasePerson } from '#web/account/personal-data/ErasePerson.tsx'
import { call } from '#web/api.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { EmptyList } from '#web/kit/Loading.tsx'
import { LoadMore } from '#web/kit/LoadMore.tsx'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { loadPages, type PageQuery } from '#web/kit/pages.ts'
import { clock, day } from '#web/kit/time.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { createRetry } from '#web/retry.ts'
import { Head } from '#web/shell/Head.tsx'
import { useViewer } from '#web/shell/session.ts'
import { viewAsPath } from '#web/view-as.ts'
import { AccountCommand } from './AccountCommand.tsx'
import { useLivePeople, useOpenOrders } from './live.ts'
import { type LoadedPerson, pageSize } from './load.ts'
import { ordersOf, PersonLine, PersonName, Since } from './PersonRow.tsx'
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
            <dt className="small">Email</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
            <dt className="small">Phone</dt>
            <dd>{/^\+?\d/.test(phone) ? <a href={`tel:${phone}`}>{phone}</a> : 'not given'}</dd>
            <dt className="small">Two-step verification</dt>
            <dd>{secondFactor ? 'on' : 'off'}</dd>
            <dt className="small">Login</dt>
            <dd>{sessions === 0 ? 'not logged in' : `logged in on ${counted(sessions, 'device')}`}</dd>
            <dt className="small">Online now</dt>
            <dd>
              {here.length === 0
                ? 'no project open'
                : here.map(({ orderId, title }) => (
                    <Link key={orderId} className="wet break-anywhere" to={`/order-detail/${orderId}`}>
                      {title}
                    </Link>
                  ))}
            </dd>
          </dl>
        </Row>
        {self ? (
          <Row bodyClass="pt-5">
            <p>
              This is you. Change your details in <Link to="/settings">your settings</Link>.
            </p>
          </Row>
        ) : (
          <Row bodyClass="pt-5">
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

type ClientOrdersProps = ReturnType<typeof useClientOrders> & { clientId: string }

/** The orders of a client, newest first, each to be opened as an admin or as the client. */
function ClientOrders({ clientId, rows, hasMore, more }: ClientOrdersProps) {
  return (
    <TitledSection title="Projects">
      {rows.length === 0 ? (
        <Row>
          <EmptyList message="No Orders Found" />
        </Row>
      ) : (
        <ul>
          {rows.map((row) => (
            <PersonLine key={row.id} margin={<Since at={row.openedAt} />}>
              <PersonName>
                <Link to={`/order-detail/${row.id}`}>{row.title}</Link>
              </PersonName>
              <span className="ink-2">{row.status}</span>
              <span className="ink-2">
                <MiniProgress steps={row.steps} /> {headlineText(row, 'admin')}
              </span>
              <span className="person-acts row items-baseline gap-0-4">
                <a
                  className="person-link inline-flex items-center target small"
                  href={viewAsPath(clientId, `/order-detail/${row.id}`)}
                >
                  View as client<span className="sr"> {row.title}</span>
                </a>
              </span>
            </PersonLine>
          ))}
        </ul>
      )}
      {hasMore && (
        <Row bodyClass="py-4">
          <LoadMore onMore={more}>Show the next {pageSize}</LoadMore>
        </Row>
      )}
    </TitledSection>
  )
}

/** The orders as far as they are shown. Those behind the first page are loaded again whenever that was. */
function useClientOrders({ person: { id }, orders: first, next }: LoadedPerson) {
  const [more, setMore] = useState<{ rows: readonly OrderRow[]; next: string | undefined }>()
  const rows = once([...first, ...(more?.rows ?? [])])
  const rest = more ? more.next : next
  const load = async (count: number, after: string | undefined, signal?: AbortSignal) => {
    const ofClient = (page: PageQuery) => call('getClientOrders', { query: { id, ...page }, signal })
    const { data, next } = await loadPages(count, ofClient, after)
    return { rows: data.map(rowFromWire), next }
  }
  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const missing = rows.length - first.length
    if (next === undefined || missing <= 0) return
    const fresh = await load(missing, next, signal)
    setMore((shown) => shown && { ...shown, rows: once([...fresh.rows, ...shown.rows]) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a first page that was loaded again is another array
  useEffect(() => {
    const left = new AbortController()
    const attempt = () => refresh(left.signal).catch(() => left.signal.aborted || retry.later())
    const retry = createRetry(attempt)
    void attempt()
    return () => {
      left.abort()
      retry.stop()
    }
  }, [first])
  return {
    rows,
    hasMore: rest !== undefined,
    /** Shows the next ones. Throws `HttpError`. */
    async more() {
      const page = await load(pageSize, rest)
      // Those of the first page too: a newer order may push one off it.
      setMore({ rows: [...rows, ...page.rows], next: page.next })
    },
  }
}

/** Each order once, as it stands first. */
function once(rows: readonly OrderRow[]): OrderRow[] {
  const known = new Set<string>()
  return rows.filter(({ id }) => !known.has(id) && known.add(id))
}
