import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { acceptInvitation, noInvitation } from './accept-invitation.ts'
import { isAddressProven } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'
import {
  changeAddress,
  formerAddressesOf,
  giveUpAddress,
  keepsAddress,
  noAddressChange,
  noAddressUndo,
  requestAddressChange,
  sameAddress,
  undoAddressChange,
} from './address-change.ts'
import { choosePassword, logIn } from './log-in.ts'
import { accountExists, addressTaken, register } from './register.ts'

const [at, later, weekLater] = ['2026-11-16T09:00:00.000Z', '2026-11-16T10:00:00.000Z', '2026-11-23T10:00:00.000Z']
const [before, email] = [registered.data.email, 'asha@looms.example']
const tokenHash = 'a'.repeat(43)
const checked = registered.data.passwordHash
const asks: AccountEvent = {
  type: 'AddressChangeRequested',
  data: { email, tokenHash, expires: '2026-11-17T09:00:00.000Z' },
}
const changes: AccountEvent = { type: 'AddressChanged', data: { email, undoUntil: weekLater } }
const undoes: AccountEvent = { type: 'AddressChangeUndone', data: { email: before } }
const by = (event: AccountEvent, at: string): Sample<AccountEvent> => ({ ...event, by: asha, at })
const proven = by({ type: 'AddressProven', data: {} }, at)
const [requested, changed] = [by(asks, at), by(changes, later)]
const folded = (...events: Sample<AccountEvent>[]) => fold(accounts, recorded('account-asha', [registered, ...events]))

describe('another email address', () => {
  it('is asked for with the password, and can be confirmed for a day', () =>
    given(accounts, registered).when(requestAddressChange, { email, tokenHash, checked }, asha, at).then(asks))
  it('is asked for once by the same link, and replaced by another one', () => {
    given(accounts, registered, requested).when(requestAddressChange, { email, tokenHash, checked }, asha, at).then()
    const other = { email, tokenHash: 'b'.repeat(43), checked }
    given(accounts, registered, requested)
      .when(changeAddress, { tokenHash: other.tokenHash }, asha, later)
      .thenRefused(noAddressChange)
  })
  it('is not the one there is', () =>
    given(accounts, registered)
      .when(requestAddressChange, { email: before, tokenHash, checked }, asha, at)
      .thenRefused(sameAddress))
  it('is refused when the password was changed meanwhile', () =>
    given(accounts, registered)
      .when(requestAddressChange, { email, tokenHash, checked: '$argon2id$other' }, asha, at)
      .thenRefused('Your password has just been changed. Please log in again.'))
  it('is that of the account once the link is followed, and the one before can be had back for a week', () =>
    given(accounts, registered, proven, requested).when(changeAddress, { tokenHash }, asha, later).then(changes))
  it('leaves nothing to undo where the one before was not confirmed', () =>
    given(accounts, registered, requested)
      .when(changeAddress, { tokenHash }, asha, later)
      .then({ type: 'AddressChanged', data: { email } }))
  it.each<[string, Sample<AccountEvent>[], string]>([
    ['twice', [proven, requested, changed], later],
    ['after a day', [proven, requested], '2026-11-17T09:00:00.000Z'],
    [
      'after a new password',
      [proven, requested, by({ type: 'PasswordChanged', data: { passwordHash: checked } }, at)],
      later,
    ],
    ['after a suspension', [proven, requested, by({ type: 'AccountSuspended', data: {} }, at)], later],
    ['after an erase', [proven, requested, by({ type: 'AccountErased', data: {} }, at)], later],
  ])('does not come %s', (_, events, when) =>
    given(accounts, registered, ...events)
      .when(changeAddress, { tokenHash }, asha, when)
      .thenRefused(noAddressChange),
  )
  it('keeps sessions, password and second factor, and is proven', () => {
    const [session, factor] = [
      by({ type: 'LoggedIn', data: { session: 's' } }, at),
      by({ type: 'SecondFactorEnabled', data: { secret: 'x', step: 1, recoveryCodes: [] } }, at),
    ]
    const account = folded(session, factor, requested, changed)
    expect(account).toMatchObject({ email, passwordHash: checked, sessions: { s: at }, secondFactor: { secret: 'x' } })
    expect(isAddressProven(account)).toBe(true)
  })
  it('is kept from others while it is to come or can be had back, and no longer', () => {
    expect(keepsAddress(folded(requested), email, later)).toBe(true)
    expect(keepsAddress(folded(requested), email, '2026-11-17T09:00:00.000Z')).toBe(false)
    expect(keepsAddress(folded(proven, requested, changed), before, later)).toBe(true)
    expect(keepsAddress(folded(proven, requested, changed), before, weekLater)).toBe(false)
  })
})

describe('the address before', () => {
  const undo = (events: Sample<AccountEvent>[], when = later) =>
    given(accounts, registered, proven, ...events).when(undoAddressChange, { email: before }, asha, when)
  it('can be had back for a week, and no longer', () => {
    undo([requested, changed]).then(undoes)
    undo([requested, changed], weekLater).thenRefused(noAddressUndo)
    undo([]).thenRefused(noAddressUndo)
  })
  it('ends every session, and the password opens nothing until another one is chosen', () => {
    const session = by({ type: 'LoggedIn', data: { session: 's' } }, at)
    const undone = [proven, session, requested, changed, by(undoes, later)]
    expect(folded(...undone)).toMatchObject({ email: before, sessions: {} })
    expect(formerAddressesOf(folded(...undone), later)).toEqual([])
    given(accounts, registered, ...undone)
      .when(logIn, { session: 'new', checked }, asha, later)
      .thenRefused(choosePassword)
  })
  it('can still be had back after a second change', () => {
    const again = by({ type: 'AddressChanged', data: { email: 'third@looms.example', undoUntil: weekLater } }, later)
    undo([requested, changed, again]).then(undoes)
  })
  it('can still be had back after a later change was undone to the address between', () => {
    const again = by({ type: 'AddressChanged', data: { email: 'third@looms.example', undoUntil: weekLater } }, later)
    const undone = by({ type: 'AddressChangeUndone', data: { email } }, later)
    undo([requested, changed, again, undone]).then(undoes)
    const had = folded(proven, requested, changed, again, undone, by(undoes, later))
    expect(formerAddressesOf(had, later)).toEqual([])
  })
  it('ends the calendar link, which a stranger may have read, and two-step verification that was set up after the change', () => {
    const setUp = (when: string) => [
      by({ type: 'SecondFactorEnabled', data: { secret: 'x', step: 1, recoveryCodes: [] } }, when),
      by({ type: 'CalendarAddressMade', data: { salt: 's', digest: 'd' } }, when),
      by({ type: 'SecondFactorPrepared', data: { secret: 'y', expires: weekLater } }, when),
    ]
    const evening = '2026-11-16T18:00:00.000Z'
    undo([...setUp(at), requested, changed], evening).then(undoes, { type: 'CalendarAddressRemoved', data: {} })
    undo([requested, changed, ...setUp('2026-11-16T10:00:00.001Z')], evening).then(
      undoes,
      { type: 'SecondFactorDisabled', data: {} },
      { type: 'CalendarAddressRemoved', data: {} },
    )
    expect(folded(proven, requested, changed, ...setUp(evening), by(undoes, evening)).preparedFactor).toBeUndefined()
  })
})

describe('an account that was never registered', () => {
  const invited = by({ type: 'ClientInvited', data: { email, tokenHash, expires: '2026-11-23T09:00:00.000Z' } }, at)
  const givenUp: AccountEvent = { type: 'AddressGivenUp', data: {} }
  it('gives its address up, once, to the account whose holder shows that it is theirs', () => {
    given(accounts, invited).when(giveUpAddress, {}, meera).then(givenUp)
    given(accounts, invited, by(givenUp, at)).when(giveUpAddress, {}, meera).then()
    given(accounts, registered).when(giveUpAddress, {}, meera).thenRefused(addressTaken)
  })
  it('cannot be registered after that', () => {
    const person = { name: 'Asha Rao', phone: '+919845012345', passwordHash: checked }
    given(accounts, invited, by(givenUp, at))
      .when(register, { ...person, email, role: 'client' }, asha, later)
      .thenRefused(accountExists)
    given(accounts, invited, by(givenUp, at))
      .when(acceptInvitation, { ...person, tokenHash, session: 's' }, asha, later)
      .thenRefused(noInvitation)
  })
})
