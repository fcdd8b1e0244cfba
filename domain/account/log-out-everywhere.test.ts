import { describe, it } from 'vitest'
import { asha, loggedIn, loggedOut, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { accounts } from './actions.ts'
import { logOutEverywhere } from './log-out.ts'

describe('logging out everywhere', () => {
  it('ends every session', () =>
    given(accounts, registered, loggedIn)
      .when(logOutEverywhere, {}, asha)
      .then({ type: 'LoggedOutEverywhere', data: {} }))
  it('does nothing where none is open', () => {
    given(accounts, registered, loggedIn, loggedOut).when(logOutEverywhere, {}, asha).then()
    const longAgo = { ...loggedIn, at: '2025-11-02T04:15:00.000Z' }
    given(accounts, registered, longAgo).when(logOutEverywhere, {}, asha).then()
  })
})
