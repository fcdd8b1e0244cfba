import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptInvitation, noInvitation } from './accept-invitation.ts'
import { isAddressProven } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { inviteAdmin } from './invite-admin.ts'
import { inviteClient } from './invite-client.ts'
import { choosePassword, logIn } from './log-in.ts'
import { noAddressProof, proveAddress } from './prove-address.ts'
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
    given(accounts).when(inviteAdmin, { email, tokenHash }, asha).thenRefused('Only admins can invite admins'))
  it('is refused for who is one', () =>
    given(accounts, { ...registered, data: { ...registered.data, role: 'admin' } })
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This person is already an admin'))
  it('is refused for a client', () =>
    given(accounts, registered)
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This email address belongs to a client'))
  it('is refused where the address leads to another account meanwhile', () =>
    given(accounts, { type: 'AddressGivenUp', data: {}, by: meera, at: '2026-11-16T09:00:00.000Z' })
      .when(inviteAdmin, { email, tokenHash }, meera)
      .thenRefused('This email address belongs to another account now'))
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
  it('keeps what is known of them where it is done again without', () => {
    const again = (input: object) =>
      given(accounts, clientWasInvited).when(inviteClient, { email, tokenHash, ...input }, meera)
    const { name, phone } = clientInvitation.data as { name: string; phone: string }
    again({ name: undefined }).then(clientInvitation)
    again({ name: 'Devika' }).then({ ...clientInvitation, data: { ...clientInvitation.data, name: 'Devika', phone } })
    again({ phone: '+919845000000' }).then({
      ...clientInvitation,
      data: { ...clientInvitation.data, name, phone: '+919845000000' },
    })
  })
  it('is not for clients', () => invite([], asha).thenRefused('Only admins can invite clients'))
  it('is refused for a client', () => invite([registered]).thenRefused('This person is already a client'))
  it('is refused for an admin', () =>
    invite([{ ...registered, data: { ...registered.data, role: 'admin' } }]).thenRefused(
      'This email address belongs to an admin',
    ))
  it('is refused while the address is invited as an admin, and not for longer', () => {
    invite([wasInvited]).thenRefused('This person is already invited as an admin')
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

  it('takes it back from an admin as from a client', () => {
    withdraw([wasInvited]).then(withdrawn)
    withdraw([clientWasInvited]).then(withdrawn)
  })
  it('does nothing the second time', () =>
    withdraw([clientWasInvited, { ...withdrawn, by: meera, at: wasInvited.at }]).then())
  it('is refused once it was accepted', () =>
    withdraw([clientWasInvited, { ...registered, data: { ...registered.data, addressProven: true } }]).thenRefused(
      'This invitation has already been accepted',
    ))
  it('is not for clients', () => withdraw([clientWasInvited], asha).thenRefused('Only admins can withdraw invitations'))
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
    ['where no one was invited', [], wasInvited.at],
    ['twice', [wasInvited, { ...registered, data: { ...registered.data, addressProven: true } }], wasInvited.at],
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

const proof: Sample<AccountEvent> = { type: 'AddressProven', data: {}, by: asha, at: '2026-11-16T09:00:00.000Z' }

describe('a proven address', () => {
  const of = (...events: Sample<AccountEvent>[]) => fold(accounts, recorded('account-1', events)).addressProven
  const resetRequested: Sample<AccountEvent> = {
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
  it('is that of an account whose mailed code was entered', () =>
    expect(of(registered, resetRequested, matched)).toBe(true))
  it('is that of the person who followed the link of a mail', () => {
    given(accounts, registered).when(proveAddress, {}, asha).then({ type: 'AddressProven', data: {} })
    given(accounts, registered, proof).when(proveAddress, {}, asha).then()
    given(accounts).when(proveAddress, {}, asha).thenRefused(noAddressProof)
  })
  it('is that of every admin', () => {
    const admin = { ...registered, data: { ...registered.data, role: 'admin' as const } }
    expect(isAddressProven(fold(accounts, recorded('account-1', [admin])))).toBe(true)
    given(accounts, admin).when(proveAddress, {}, meera).then()
  })
  it('of an account that anyone may have registered lets no earlier session and no earlier password in', () => {
    const loggedIn: Sample<AccountEvent> = { type: 'LoggedIn', data: { session: 's' }, by: asha, at: wasInvited.at }
    const account = fold(accounts, recorded('account-1', [registered, loggedIn, resetRequested, matched]))
    expect(account).toMatchObject({ sessions: {}, passwordOutdated: true })
    const { passwordHash: checked } = registered.data
    const logsIn = (...events: Sample<AccountEvent>[]) =>
      given(accounts, registered, resetRequested, matched, ...events).when(
        logIn,
        { session: 't', checked },
        asha,
        wasInvited.at,
      )
    logsIn().thenRefused(choosePassword)
    const chosen = { type: 'PasswordChanged', data: { passwordHash: checked }, by: asha, at: wasInvited.at } as const
    logsIn(chosen).then({ type: 'LoggedIn', data: { session: 't' } })
  })
  it('that was proven before changes nothing of its sessions', () => {
    const loggedIn: Sample<AccountEvent> = { type: 'LoggedIn', data: { session: 's' }, by: asha, at: wasInvited.at }
    const account = fold(accounts, recorded('account-1', [registered, proof, loggedIn, resetRequested, matched]))
    expect(Object.keys(account.sessions)).toEqual(['s'])
    expect(account.passwordOutdated).toBeUndefined()
  })
})

describe('an invitation to an address that is registered', () => {
  const loggedIn: Sample<AccountEvent> = { type: 'LoggedIn', data: { session: 's' }, by: asha, at: wasInvited.at }
  const factor: Sample<AccountEvent> = {
    type: 'SecondFactorEnabled',
    data: { secret: 'sealed', step: 1, recoveryCodes: [] },
    by: asha,
    at: wasInvited.at,
  }
  const accept = {
    tokenHash,
    name: 'Devika Menon',
    phone: '+919845054321',
    passwordHash: '$argon2id$hers',
    session: 't',
  }

  it.each([
    ['client', clientWasInvited],
    ['admin', wasInvited],
  ] as const)('stands, and makes the account of its reader anew: %s', (role, invited) => {
    const before = [invited, registered, loggedIn, factor]
    const made = {
      type: 'AccountRegistered' as const,
      data: {
        name: accept.name,
        phone: accept.phone,
        passwordHash: accept.passwordHash,
        email,
        role,
        addressProven: true as const,
      },
    }
    given(accounts, ...before)
      .when(acceptInvitation, accept, asha, wasInvited.at)
      .then(made, { type: 'LoggedIn', data: { session: 't' } })
    const after = fold(accounts, recorded('account-1', [...before, { ...made, by: asha, at: wasInvited.at }]))
    expect(after).toMatchObject({ sessions: {}, role, name: 'Devika Menon', passwordHash: '$argon2id$hers' })
    expect([after.secondFactor, after.invitation]).toEqual([undefined, undefined])
  })
  it('as a client has nothing left to do once the address is proven; one as an admin has', () => {
    given(accounts, clientWasInvited, registered, proof)
      .when(acceptInvitation, accept, asha, wasInvited.at)
      .thenRefused(noInvitation)
    expect(fold(accounts, recorded('account-1', [wasInvited, registered, proof])).invitation).toBeDefined()
  })
})
