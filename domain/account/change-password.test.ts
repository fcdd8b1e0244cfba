import { describe, it } from 'vitest'
import { asha, changed, loggedIn, loggedOut, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { accounts } from './actions.ts'
import { changePassword } from './change-password.ts'

const change = {
  session: 'telephone',
  checked: registered.data.passwordHash,
  passwordHash: changed.data.passwordHash,
}

describe('changing a password', () => {
  it('keeps the session it is asked from', () =>
    given(accounts, registered, loggedIn)
      .when(changePassword, change, asha)
      .then({ type: 'PasswordChanged', data: { ...changed.data, session: 'telephone' } }))
  it('is refused after a concurrent change', () =>
    given(accounts, registered, loggedIn, changed, loggedIn)
      .when(changePassword, change, asha)
      .thenRefused('Your password has just been changed. Please log in again.'))
  it('is refused once the session has ended', () =>
    given(accounts, registered, loggedIn, loggedOut)
      .when(changePassword, change, asha)
      .thenRefused('Your password has just been changed. Please log in again.'))
})
