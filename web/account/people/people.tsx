import { Link, useLoaderData, useSearchParams } from 'react-router-dom'
import { counted } from '#domain/count.ts'
import { peopleTitle } from '#domain/words/admin-titles.ts'
import { Offline } from '#web/kit/Loading.tsx'
import { Page, PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { EmptyList } from '#web/live/EmptyList.tsx'
import { useOpenOrders } from '#web/live/presence.ts'
import { useViewer } from '#web/live/viewer.ts'
import { Head } from '#web/shell/Head.tsx'
import { InBar } from '#web/shell/InBar.tsx'
import { HereNow } from './HereNow.tsx'
import { InvitationRow } from './InvitationRow.tsx'
import { Invite } from './Invite.tsx'
import { type LoadedPeople, pageSize, shownIn } from './load.ts'
import { PersonRow } from './PersonRow.tsx'
import { SearchClients } from './SearchClients.tsx'
import { useLivePeople } from './useLivePeople.ts'
import './People.css'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
export { loadPeople as loader } from './load.ts'

/** Clients and admins. */
export function Component() {
  const loaded = useLoaderData<LoadedPeople>()
  return (
    <>
      <Head title="People" noindex />
      <PeoplePage loaded={loaded} />
    </>
  )
}

/** Everyone who has an account or is invited to make one, followed live. */
function PeoplePage({ loaded: { admins, clients, invitations } }: { loaded: LoadedPeople }) {
  const connection = useLivePeople()
  const open = useOpenOrders()
  const viewer = useViewer()
  const made = useListsMade()
  const [search] = useSearchParams()
  const typed = search.get('q') ?? ''
  const here = new Set(open.flatMap(({ people }) => people.map(({ id }) => id)))
  const more = new URLSearchParams(search)
  more.set('shown', String(shownIn(search) + pageSize))
  return (
    <Page>
      <InBar>
        <ConnectionStatus />
      </InBar>
      <PageTitle
        {...(made < 100
          ? whileMade(made)
          : peopleTitle({ admins: admins.total, clients: typed ? undefined : clients.total, here: here.size }))}
      />
      {connection.state === 'offline' && (
        <Row>
          <Offline since={new Date(connection.since).toISOString()}>
            You can keep reading. Updates appear when you’re back online.
          </Offline>
        </Row>
      )}
      <HereNow orders={open} viewer={viewer} />
      <section aria-label="Admins">
        <SectionHeader title="Admins" aside={counted(admins.total, 'admin')} />
        <ul>
          {admins.people.map((person) => (
            <PersonRow key={person.id} person={person} viewer={viewer} open={open} />
          ))}
        </ul>
      </section>
      <section aria-label="Invitations">
        <SectionHeader title="Invitations" aside={invitations.total > 0 && `${invitations.total} pending`} />
        <Invite />
        {invitations.data.length > 0 && (
          <ul>
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Clients">
        <SectionHeader
          title="Clients"
          aside={<span role="status">{typed ? `${clients.total} found` : counted(clients.total, 'client')}</span>}
        />
        <SearchClients typed={typed} />
        {clients.people.length === 0 ? (
          <Row>
            <EmptyList
              message={typed ? 'No client matches this name, email address or phone number.' : 'No clients yet.'}
            />
          </Row>
        ) : (
          <ul>
            {clients.people.map((person) => (
              <PersonRow key={person.id} person={person} viewer={viewer} open={open} />
            ))}
          </ul>
        )}
        {clients.goesOn && (
          <Row className="people-more" bodyClass="py-4">
            Showing {clients.people.length} of {clients.total}.{' '}
            <Link to={{ search: String(more) }} replace preventScrollReset>
              Show the next {pageSize}
            </Link>
          </Row>
        )}
      </section>
    </Page>
  )
}
