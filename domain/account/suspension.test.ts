import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, loggedIn, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptInvitation, noInvitation } from './accept-invitation.ts'
import { isActive, operator } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { replacePassword } from './change-password.ts'
import { departAdmin, departures } from './departures.ts'
import { inviteAdmin } from './invite-admin.ts'
import { logIn, removedMessage, suspendedMessage } from './log-in.ts'
import { endSessions } from './log-out.ts'
import { removeAdmin } from './remove-admin.ts'
import { reinstateAccount, suspendAccount } from './suspend-account.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

const by = <E>(event: E, at = '2026-11-15T09:00:00.000Z') => ({ ...event, by: meera, at })
const suspended = by({ type: 'AccountSuspended', data: {} } as const)
const reinstated = by({ type: 'AccountReinstated', data: {} } as const, '2026-11-15T10:00:00.000Z')
const removed = by({ type: 'AdminRemoved', data: {} } as const)
const admin: Sample<AccountEvent> = { ...registered, data: { ...registered.data, role: 'admin' } }
const credentials = { session: 'telephone', checked: registered.data.passwordHash }
const whom = { personId: 'asha' }
const stateAfter = (...events: Sample<AccountEvent>[]) => fold(accounts, recorded('account-asha', events))

describe('suspending an account', () => {
  it('is recorded', () =>
    given(accounts, registered).when(suspendAccount, whom, meera).then({ type: 'AccountSuspended', data: {} }))
  it('does nothing the second time', () =>
    given(accounts, registered, suspended).when(suspendAccount, whom, meera).then())
  it('ends every session', () => expect(stateAfter(registered, loggedIn, suspended).sessions).toEqual({}))
  it('ends an invitation that is still open', () => {
    const { name, phone, email, passwordHash } = registered.data
    const tokenHash = 'a'.repeat(43)
    const invited = by({
      type: 'ClientInvited',
      data: { email, tokenHash, expires: '2026-11-22T09:00:00.000Z' },
    } as const)
    given(accounts, invited, registered, suspended)
      .when(acceptInvitation, { tokenHash, name, phone, passwordHash, session: 'desk' }, asha)
      .thenRefused(noInvitation)
  })
  it('refuses logins, and says why', () =>
    given(accounts, registered, suspended).when(logIn, credentials, asha).thenRefused(suspendedMessage))
  it('is not for clients', () =>
    given(accounts, registered).when(suspendAccount, whom, asha).thenRefused('Only admins can suspend accounts'))
  it.each<[string, Sample<AccountEvent>[]]>([
    ['where there is none', []],
    ['that was removed', [admin, removed]],
  ])('is not found for an account %s', (_, events) =>
    given(accounts, ...events)
      .when(suspendAccount, whom, meera)
      .thenRefused('This account doesn’t exist'),
  )
})

describe('reinstating an account', () => {
  it('lets its holder log in again', () => {
    given(accounts, registered, suspended)
      .when(reinstateAccount, whom, meera)
      .then({ type: 'AccountReinstated', data: {} })
    given(accounts, registered, suspended, reinstated)
      .when(logIn, credentials, asha)
      .then({ type: 'LoggedIn', data: { session: 'telephone' } })
  })
  it('does nothing for one that is active', () =>
    given(accounts, registered).when(reinstateAccount, whom, meera).then())
})

describe('removing an admin', () => {
  it('is recorded, once', () => {
    given(accounts, admin).when(removeAdmin, whom, meera).then({ type: 'AdminRemoved', data: {} })
    given(accounts, admin, removed).when(removeAdmin, whom, meera).then()
  })
  it('ends every session and refuses logins, and says why', () => {
    expect(stateAfter(admin, loggedIn, removed)).toMatchObject({ sessions: {} })
    given(accounts, admin, removed).when(logIn, credentials, meera).thenRefused(removedMessage)
  })
  it('is not for clients', () =>
    given(accounts, registered)
      .when(removeAdmin, whom, meera)
      .thenRefused('This is a client. You can suspend them instead.'))

  const tokenHash = 'a'.repeat(43)
  const email = registered.data.email
  const invited = by({ type: 'AdminInvited', data: { email, tokenHash, expires: '2026-11-22T09:00:00.000Z' } } as const)
  it('lets them be invited again, and begin anew', () => {
    given(accounts, admin, removed)
      .when(inviteAdmin, { email, tokenHash }, meera)
      .then({ type: 'AdminInvited', data: { email, tokenHash, expires: '2026-11-23T09:00:00.000Z' } })
    const { name, phone, passwordHash } = registered.data
    given(accounts, admin, removed, invited)
      .when(acceptInvitation, { tokenHash, name, phone, passwordHash, session: 'desk' }, asha)
      .then(
        { type: 'AccountRegistered', data: { name, phone, email, passwordHash, role: 'admin', addressProven: true } },
        { type: 'LoggedIn', data: { session: 'desk' } },
      )
    expect(isActive(stateAfter(admin, removed, invited, admin))).toBe(true)
  })

  it('lets the new invitation be withdrawn', () =>
    given(accounts, admin, removed, invited)
      .when(withdrawInvitation, whom, meera)
      .then({ type: 'InvitationWithdrawn', data: {} }))
})

describe('logging another person out everywhere', () => {
  it('ends what is open, and nothing where nothing is', () => {
    given(accounts, registered, loggedIn).when(endSessions, whom, meera).then({ type: 'LoggedOutEverywhere', data: {} })
    given(accounts, registered).when(endSessions, whom, meera).then()
  })
  it('is for admins', () =>
    given(accounts, registered, loggedIn)
      .when(endSessions, whom, asha)
      .thenRefused('Only admins can log other people out'))
})

describe('the departure of an admin', () => {
  const devika = { id: 'devika', name: 'Devika Menon', role: 'admin' } as const
  const since = '2026-11-01T09:00:00.000Z'
  const departedAt = (at: string) => by({ type: 'AdminDeparted', data: { account: 'devika' } } as const, at)
  const departed = departedAt('2026-11-16T08:59:30.000Z')

  it('is decided by another admin', () =>
    given(departures)
      .when(departAdmin, { personId: 'devika', activeSince: since }, meera)
      .then({ type: 'AdminDeparted', data: { account: 'devika' } }))
  // spec: 6.18
  it('is not decided by one who was sent away a moment ago, so that one of two stays', () =>
    given(departures, departed)
      .when(departAdmin, { personId: meera.id, activeSince: since }, devika)
      .thenRefused('You’re no longer an admin'))
  it('is decided by one whose own was broken off before it was complete', () =>
    given(departures, departedAt('2026-11-16T08:59:00.000Z'))
      .when(departAdmin, { personId: meera.id, activeSince: since }, devika)
      .then({ type: 'AdminDeparted', data: { account: meera.id } }))
  it('is decided by one who has come back since', () =>
    given(departures, departed)
      .when(departAdmin, { personId: 'tashi', activeSince: '2026-11-16T08:59:40.000Z' }, devika)
      .then({ type: 'AdminDeparted', data: { account: 'tashi' } }))
  it('is decided by an operator while another active admin stays', () => {
    const others = ['devika', 'tashi'].map((id) => ({ id, activeSince: since }))
    given(departures, departed)
      .when(departAdmin, { personId: meera.id, others }, operator)
      .then({ type: 'AdminDeparted', data: { account: meera.id } })
    given(departures, departed)
      .when(departAdmin, { personId: meera.id, others: others.slice(0, 1) }, operator)
      .thenRefused('The other admins were suspended or removed a moment ago. Invite another one first.')
  })
  // spec: 6.18
  it('is never one’s own', () =>
    given(departures)
      .when(departAdmin, { personId: meera.id, activeSince: since }, meera)
      .thenRefused('You can’t suspend or remove yourself. Ask another admin.'))
})

describe('replacing the password of an admin', () => {
  const input = { ...whom, passwordHash: '$argon2id$another' }
  const replaced = { type: 'PasswordChanged', data: { passwordHash: input.passwordHash } } as const

  it('is recorded', () => given(accounts, admin).when(replacePassword, input, meera).then(replaced))
  it('ends every session', () => expect(stateAfter(admin, loggedIn, by(replaced)).sessions).toEqual({}))
  it('is not for oneself', () =>
    given(accounts, admin)
      .when(replacePassword, { ...input, personId: meera.id }, meera)
      .thenRefused('Change your own password in your settings'))
  it('is not of a client', () =>
    given(accounts, registered)
      .when(replacePassword, input, meera)
      .thenRefused('This is a client. They can reset their password by email.'))
  it('is not of one that was removed', () =>
    given(accounts, admin, removed).when(replacePassword, input, meera).thenRefused('This account doesn’t exist'))
})
