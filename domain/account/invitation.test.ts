import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptInvitation, noInvitation } from './accept-invitation.ts'
import { type AccountEvent, accounts } from './account.ts'
import { inviteAdmin } from './invite-admin.ts'
import { inviteClient } from './invite-client.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const email = 'devika@longhand.example'
const tokenHash = 'a'.repeat(43)
const invitation: AccountEvent = {
  type: 'AdminInvited',
  data: { email, tokenHash, expires: '2026-11-23T09:00:00.000Z' },
}
const wasInvited: Sample<AccountEvent> = { ...invitation, by: meera, at: '2026-11-16T09:00:00.000Z' }

describe('inviting an admin', () => {
  it('is good for seven days', () =>
    given(accounts).when(inviteAdmin, { email, tokenHash }, meera, '2026-11-16T09:00:00.000Z').then(invitation))
  it('is not for clients', () =>
    given(accounts).when(inviteAdmin, { email, tokenHash }, asha).thenRefused('Only an admin invites admins'))
  it('is refused for who is one', () =>
    given(accounts, { ...registered, data: { ...registered.data, role: 'admin' } })
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This is an admin already'))
  it('is refused for a client', () =>
    given(accounts, registered)
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This is the email address of a client'))
})

const clientInvitation: AccountEvent = {
  type: 'ClientInvited',
  data: { email, tokenHash, expires: '2026-11-23T09:00:00.000Z', name: 'Devika Menon', phone: '+919845054321' },
}
const clientWasInvited: Sample<AccountEvent> = { ...clientInvitation, by: meera, at: '2026-11-16T09:00:00.000Z' }

describe('inviting a client', () => {
  const input = { email, tokenHash, name: 'Devika Menon', phone: '+919845054321' }
  const invite = (events: Sample<AccountEvent>[], by = meera, at = '2026-11-16T09:00:00.000Z') =>
    given(accounts, ...events).when(inviteClient, input, by, at)

  it('is good for seven days, and remembers what is known of them', () => invite([]).then(clientInvitation))
  it('replaces the link when it is done again', () => invite([clientWasInvited]).then(clientInvitation))
  it('is not for clients', () => invite([], asha).thenRefused('Only an admin invites clients'))
  it('is refused for a client', () => invite([registered]).thenRefused('This is a client already'))
  it('is refused for an admin', () =>
    invite([{ ...registered, data: { ...registered.data, role: 'admin' } }]).thenRefused(
      'This is the email address of an admin',
    ))
  it('is refused while the address is invited as an admin, and not for longer', () => {
    invite([wasInvited]).thenRefused('This address is invited as an admin already')
    invite([wasInvited], meera, '2026-11-24T09:00:00.000Z').then({
      ...clientInvitation,
      data: { ...clientInvitation.data, expires: '2026-12-01T09:00:00.000Z' },
    } as AccountEvent)
  })
})

describe('withdrawing an invitation', () => {
  const withdrawn: AccountEvent = { type: 'InvitationWithdrawn', data: {} }
  const withdraw = (events: Sample<AccountEvent>[], by = meera) =>
    given(accounts, ...events).when(withdrawInvitation, { personId: 'devika' }, by)

  it('takes it back, whoever was invited', () => {
    withdraw([wasInvited]).then(withdrawn)
    withdraw([clientWasInvited]).then(withdrawn)
  })
  it('does nothing the second time', () =>
    withdraw([clientWasInvited, { ...withdrawn, by: meera, at: wasInvited.at }]).then())
  it('is refused once it was accepted', () =>
    withdraw([clientWasInvited, registered]).thenRefused('The invitation was accepted already'))
  it('is not for clients', () =>
    withdraw([clientWasInvited], asha).thenRefused('Only an admin withdraws an invitation'))
})

describe('accepting an invitation', () => {
  const { name, phone, passwordHash } = registered.data
  const accept = { tokenHash, name, phone, passwordHash, session: 'desk' }

  it('makes an admin of who holds the link', () =>
    given(accounts, wasInvited)
      .when(acceptInvitation, accept, meera, '2026-11-23T08:59:59.999Z')
      .then(
        { type: 'AccountRegistered', data: { name, phone, email, passwordHash, role: 'admin', addressProven: true } },
        { type: 'LoggedIn', data: { session: 'desk' } },
      ))
  it('makes a client of who was invited as one', () =>
    given(accounts, clientWasInvited)
      .when(acceptInvitation, accept, asha)
      .then(
        {
          type: 'AccountRegistered',
          data: { name, phone, email, passwordHash, role: 'client', addressProven: true },
        },
        { type: 'LoggedIn', data: { session: 'desk' } },
      ))
  const another: Sample<AccountEvent> = {
    ...wasInvited,
    data: { ...wasInvited.data, tokenHash: 'b'.repeat(43) },
  } as never
  it.each<[string, Sample<AccountEvent>[], string]>([
    ['after seven days', [wasInvited], '2026-11-23T09:00:00.000Z'],
    ['with a link that was replaced', [wasInvited, another], wasInvited.at],
    ['where nobody was invited', [], wasInvited.at],
    ['twice', [wasInvited, registered], wasInvited.at],
    [
      'once it was withdrawn',
      [wasInvited, { type: 'InvitationWithdrawn', data: {}, by: meera, at: wasInvited.at }],
      wasInvited.at,
    ],
  ])('is refused %s', (_, events, at) =>
    given(accounts, ...events)
      .when(acceptInvitation, accept, meera, at)
      .thenRefused(noInvitation),
  )
})

describe('a proven address', () => {
  const of = (...events: Sample<AccountEvent>[]) => fold(accounts, recorded('account-1', events)).addressProven
  const asked: Sample<AccountEvent> = {
    type: 'PasswordResetRequested',
    data: { browser: 'phone', codeHash: 'c', expires: '2026-11-16T09:10:00.000Z' },
    by: asha,
    at: wasInvited.at,
  }
  const matched: Sample<AccountEvent> = {
    type: 'PasswordResetGranted',
    data: { browser: 'phone', until: '2026-11-16T09:10:00.000Z' },
    by: asha,
    at: wasInvited.at,
  }

  it('is not what someone typed to register', () => expect(of(clientWasInvited, registered)).toBeUndefined())
  it('is that of an invitation that was accepted', () =>
    expect(of(clientWasInvited, { ...registered, data: { ...registered.data, addressProven: true } })).toBe(true))
  it('is that of an account whose mailed code was entered', () => expect(of(registered, asked, matched)).toBe(true))
})
