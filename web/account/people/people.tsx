import { useState } from 'react'
import { Link, useLoaderData, useNavigation, useRevalidator, useSearchParams } from 'react-router-dom'
import { invitationInput } from '#domain/account/invite-admin.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { OpenOrder } from '#domain/contract/live.ts'
import { counted } from '#domain/count.ts'
import { idIn, type Person, type Role, type WireEvent } from '#domain/event.ts'
import { peopleTitle } from '#domain/words/admin-titles.ts'
import { call } from '#web/api.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Field, Labelled } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, LockWhile } from '#web/kit/focus.tsx'
import { EmptyList } from '#web/kit/Loading.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { SearchField } from '#web/kit/SearchField.tsx'
import { shortDay, useNow } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useChange } from '#web/kit/useChange.ts'
import { useForm } from '#web/kit/useForm.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { Head } from '#web/shell/Head.tsx'
import { useViewer } from '#web/shell/session.ts'
import { useLivePeople, useOpenOrders } from './live.ts'
import { type LoadedPeople, maxShown, pageSize, shownIn } from './load.ts'
import { PersonLine, PersonName, PersonRow, Since } from './PersonRow.tsx'
import './People.css'

export { loadPeople as loader } from './load.ts'

/** Everyone who has an account or is invited to make one, followed live. */
export function Component() {
  const loaded = useLoaderData<LoadedPeople>()
  const { admins, clients, invitations } = loaded
  useLivePeople(loaded, changesPeople)
  const open = useOpenOrders()
  const viewer = useViewer()
  const made = useListsMade()
  const [search] = useSearchParams()
  const typed = search.get('q') ?? ''
  const here = new Map<string, OpenOrder[]>()
  for (const order of open) for (const { id } of order.people) here.set(id, [...(here.get(id) ?? []), order])
  const more = new URLSearchParams(search)
  more.set('shown', String(shownIn(search) + pageSize))
  return (
    <Page>
      <Head noindex />
      <ConnectionStatus />
      <PageTitle
        {...(made < 100
          ? whileMade(made)
          : peopleTitle({ admins: admins.total, clients: typed ? undefined : clients.total, here: here.size }))}
      />
      <OfflineRow />
      <HereNow orders={open} viewer={viewer} />
      <TitledSection title="Admins" aside={counted(admins.total, 'admin')}>
        <ul>
          {admins.people.map((person) => (
            <PersonRow key={person.id} person={person} viewer={viewer} open={here.get(person.id)} />
          ))}
        </ul>
      </TitledSection>
      <TitledSection title="Invitations" aside={invitations.total > 0 && `${invitations.total} pending`}>
        <Invite />
        {invitations.data.length > 0 && (
          <ul>
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </TitledSection>
      <TitledSection
        title="Clients"
        aside={<span role="status">{typed ? `${clients.total} found` : counted(clients.total, 'client')}</span>}
      >
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
              <PersonRow key={person.id} person={person} viewer={viewer} open={here.get(person.id)} />
            ))}
          </ul>
        )}
        {clients.goesOn && (
          <Row bodyClass="py-4">
            Showing {clients.people.length} of {clients.total}.{' '}
            {clients.people.length < maxShown ? (
              <Link to={{ search: String(more) }} replace preventScrollReset>
                Show the next {pageSize}
              </Link>
            ) : (
              'Search to find the others.'
            )}
          </Row>
        )}
      </TitledSection>
    </Page>
  )
}

/** Whether an event changes what the page shows of an account: not where someone is logged in. */
const changesPeople = ({ stream, type }: WireEvent): boolean =>
  idIn({ name: 'account' }, stream) !== undefined && !/^(Logged(In|Out|OutEverywhere)|PasswordChanged)$/.test(type)

/** The search of clients. What is searched is in the address. */
function SearchClients({ typed }: { typed: string }) {
  const [, setSearch] = useSearchParams()
  const { state } = useNavigation()
  return (
    <Row className="people-search rule-below" bodyClass="py-4">
      <search className="block" aria-busy={state === 'loading'}>
        <Labelled label="Find a client">
          {(ties) => (
            <SearchField
              {...ties}
              placeholder="Name, email address or phone number"
              searched={typed}
              onSearch={(q) => setSearch(q ? { q } : {}, { replace: true, preventScrollReset: true })}
            />
          )}
        </Labelled>
      </search>
    </Row>
  )
}

/** Shows who has which order open at the moment. Nothing while no one has. */
const HereNow = ({ orders, viewer }: { orders: readonly OpenOrder[]; viewer: Person }) =>
  orders.length > 0 && (
    <TitledSection title="Online now">
      <ul>
        {orders.map(({ orderId, title, people }) => (
          <PersonLine key={orderId}>
            <PersonName>
              <Link to={`/order-detail/${orderId}`}>{title}</Link>
            </PersonName>
            <span className="wet break-anywhere">
              {people.map(({ id, name }) => (id === viewer.id ? 'You' : name)).join(', ')}
            </span>
          </PersonLine>
        ))}
      </ul>
    </TitledSection>
  )

const roles = [
  { name: 'client', title: 'Client' },
  { name: 'admin', title: 'Admin' },
] as const satisfies { name: Role; title: string }[]

/** Invites a client or an admin by mail. */
function Invite() {
  const [role, setRole] = useState<Role>('client')
  const [sent, setSent] = useState(0)
  const { revalidate } = useRevalidator()
  const { submit, correct, field, pending } = useForm(invitationInput, async (body, keyFor) => {
    const { message } = await call(role === 'admin' ? 'inviteAdmin' : 'inviteClient', {
      body,
      key: keyFor([role, body]),
    })
    toast.success(message)
    setSent((before) => before + 1)
    void revalidate() // the next invitation does not wait for the list
  })
  return (
    <Row className="invite lines-py-4 rule-below" margin={<i>Invite</i>}>
      <Form key={sent} label="Invite someone" onSubmit={submit} onInput={correct} className="invite-form grid gap-4">
        {sent > 0 && <FocusFirst />}
        <LockWhile pending={pending} />
        <Field
          {...field('email')}
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="someone@theirbusiness.example"
          required
        />
        <Choices<Role> label="Role" options={roles} chosen={role} onChoose={(chosen) => setRole(chosen)} />
        <Button pending={pending}>Send invitation</Button>
      </Form>
    </Row>
  )
}

type Invitation = AnswerOf<Contract['getInvitations']>['data'][number]

/** A person who was invited and has not come yet. */
function InvitationRow({ invitation: { id, role, email, name, by, at, expires } }: { invitation: Invitation }) {
  const { change, pending } = useChange()
  const { revalidate: reload } = useRevalidator()
  const expired = Date.parse(expires) <= useNow()
  const again = () =>
    change((keyFor) => {
      const key = keyFor(['again', id, at])
      return role === 'admin'
        ? call('inviteAdmin', { body: { email }, key })
        : call('inviteClient', { body: { email, ...(name ? { name } : {}) }, key })
    }, reload)
  const withdraw = () =>
    change(
      (keyFor) => call('withdrawInvitation', { body: { personId: id }, key: keyFor(['withdraw', id, at]) }),
      reload,
    )
  return (
    <PersonLine className="is-invited" margin={<Since at={at} />}>
      <span className="min-w-0">
        <PersonName>{email}</PersonName>
        <span className="block small break-anywhere">
          Invited by {by}. {expired ? 'The link has expired.' : `The link is valid until ${shortDay(expires)}.`}
        </span>
      </span>
      <span className="ink-2">as {role === 'admin' ? 'an admin' : 'a client'}</span>
      <span className="person-where" />
      <span className="person-acts row items-baseline gap-0-4">
        <TextButton disabled={pending} onClick={again}>
          Resend invitation<span className="sr"> to {email}</span>
        </TextButton>
        <TextButton disabled={pending} onClick={withdraw}>
          Withdraw invitation<span className="sr"> for {email}</span>
        </TextButton>
      </span>
    </PersonLine>
  )
}
