import { describe, it } from 'vitest'
import { asha, loggedIn, loggedOut, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { accounts } from './actions.ts'
import { logOut } from './log-out.ts'

const telephone = { session: 'telephone' }

describe('logging out', () => {
  it('ends the session', () =>
    given(accounts, registered, loggedIn).when(logOut, telephone, asha).then({ type: 'LoggedOut', data: telephone }))
  it('does nothing the second time', () =>
    given(accounts, registered, loggedIn, loggedOut).when(logOut, telephone, asha).then())
  it('does nothing for a session that never was', () =>
    given(accounts, registered, loggedIn).when(logOut, { session: '__proto__' }, asha).then())
  it('does nothing for a session that has expired', () =>
    given(accounts, registered, loggedIn).when(logOut, telephone, asha, '2027-01-31T04:15:00.000Z').then())
})
