import { describe, expect, it } from 'vitest'
import { fold, type Person } from '#domain/event.ts'
import { asha, loggedIn, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { isRegistered } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { downloadData } from './download-data.ts'
import { completeErasure, eraseAccount, replayErasure } from './erase-account.ts'
import { inviteClient } from './invite-client.ts'
import { register } from './register.ts'

const at = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T10:00:05.000Z'
const erasedBy = (by: Person): Sample<AccountEvent> => ({ type: 'AccountErased', data: {}, by, at })
const done: Sample<AccountEvent> = { type: 'ErasureCompleted', data: {}, by: meera, at: later }
const erased = { type: 'AccountErased', data: {} } as const
const asks = { personId: 'asha', openOrders: 0, isLead: false }
const staff = { ...registered, data: { ...registered.data, role: 'admin' } } as const
const invited: Sample<AccountEvent> = {
  type: 'ClientInvited',
  data: { email: 'asha@neelgirilooms.example', tokenHash: 'x', expires: '2026-11-28T10:00:00.000Z' },
  by: meera,
  at,
}
const removed: Sample<AccountEvent> = { type: 'AdminRemoved', data: {}, by: meera, at }
const form = { name: 'Asha Rao', email: 'asha@neelgirilooms.example', phone: '+919000000021', role: 'client' }
const newAccount = { ...form, passwordHash: registered.data.passwordHash }

describe('erasing an account', () => {
  it('is for its holder', () => given(accounts, registered, loggedIn).when(eraseAccount, asks, asha).then(erased))
  it('is for an admin', () => given(accounts, registered).when(eraseAccount, asks, meera).then(erased))
  it('is not for another client', () =>
    given(accounts, registered)
      .when(eraseAccount, asks, { id: 'farhan', name: 'Farhan', role: 'client' })
      .thenRefused('Only admins can delete other people’s data'))
  it('waits for the client’s open projects', () =>
    given(accounts, registered)
      .when(eraseAccount, { ...asks, openOrders: 1 }, asha)
      .thenRefused('To delete your account, ask us to complete or cancel your open project first.'))
  it('waits for a confirmed address where there is a lead or an invitation of it', () => {
    const refusal = 'To delete your account, please confirm your email address first.'
    const isLead = { ...asks, isLead: true }
    given(accounts, registered).when(eraseAccount, isLead, asha).thenRefused(refusal)
    given(accounts, invited, registered).when(eraseAccount, asks, asha).thenRefused(refusal)
    given(accounts, registered).when(eraseAccount, isLead, meera).then(erased)
  })
  it('waits for nothing where an admin does it', () =>
    given(accounts, registered)
      .when(eraseAccount, { ...asks, openOrders: 2 }, meera)
      .then(erased))
  it('is for who is only invited', () => given(accounts, invited).when(eraseAccount, asks, meera).then(erased))
  it('is for who only asked for prices', () =>
    given(accounts)
      .when(eraseAccount, { ...asks, isLead: true }, meera)
      .then(erased))
  it('is for no one who is not there', () =>
    given(accounts).when(eraseAccount, asks, meera).thenRefused('This person doesn’t exist'))
  it('is not for an admin who is one', () =>
    given(accounts, staff)
      .when(eraseAccount, asks, meera)
      .thenRefused('Remove this admin first, then delete their data'))
  it('is for an admin who was removed', () =>
    given(accounts, staff, removed).when(eraseAccount, asks, meera).then(erased))
  it('does nothing the second time', () =>
    given(accounts, registered, erasedBy(asha)).when(eraseAccount, asks, meera).then())
})

describe('an account that is being erased', () => {
  const account = fold(accounts, recorded<AccountEvent>('account-asha', [registered, loggedIn, erasedBy(asha)]))

  it('has nothing of its holder, and no session', () => {
    expect(JSON.stringify(account)).not.toMatch(/Asha|neelgiri|90000|argon/)
    expect(account.sessions).toEqual({})
    expect(isRegistered(account)).toBe(false)
  })
  it('cannot be registered or invited again before it is done', () => {
    const message = 'This account is being deleted. Please try again in a few minutes.'
    const { email } = newAccount
    given(accounts, registered, erasedBy(asha)).when(register, newAccount, asha).thenRefused(message)
    given(accounts, registered, erasedBy(asha))
      .when(inviteClient, { email, tokenHash: 'a'.repeat(43) }, meera)
      .thenRefused(message)
  })
  it('can be registered again once it is done, as someone new', () => {
    given(accounts, registered, erasedBy(asha), done)
      .when(register, newAccount, asha)
      .then({ type: 'AccountRegistered', data: newAccount } as AccountEvent)
    const again = fold(accounts, recorded<AccountEvent>('account-asha', [registered, erasedBy(asha), done, registered]))
    expect(again).toMatchObject({ name: 'Asha Rao', erasures: 1 })
    expect(again.erased).toBeUndefined()
  })
  it('is done once', () => {
    given(accounts, registered, erasedBy(asha))
      .when(completeErasure, {}, meera)
      .then({ type: 'ErasureCompleted', data: {} })
    given(accounts, registered, erasedBy(asha), done).when(completeErasure, {}, meera).then()
  })
  it('is erased again where a backup has brought its holder back', () => {
    given(accounts, registered).when(replayErasure, {}, meera).then(erased)
    given(accounts, registered, erasedBy(asha)).when(replayErasure, {}, meera).then()
  })
})

describe('downloading what there is of a person', () => {
  const downloaded = { type: 'DataDownloaded', data: {} } as const
  it('is for themselves', () =>
    given(accounts, registered).when(downloadData, { personId: 'asha' }, asha).then(downloaded))
  it('is for an admin', () =>
    given(accounts, registered).when(downloadData, { personId: 'asha' }, meera).then(downloaded))
  it('is not for others', () =>
    given(accounts, registered)
      .when(downloadData, { personId: 'asha' }, { id: 'farhan', name: 'Farhan', role: 'client' })
      .thenRefused('Only admins can download other people’s data'))
})
