import { describe, expect, it } from 'vitest'
import { asha, changed, loggedIn, loggedOut, registered } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { credentials, logIn } from './log-in.ts'

const telephone = { session: 'telephone', checked: registered.data.passwordHash }
const begun: AccountEvent = { type: 'LoggedIn', data: { session: 'telephone' } }

describe('logging in', () => {
  it('begins a session', () => given(accounts, registered).when(logIn, telephone, asha).then(begun))
  it('begins another beside it', () =>
    given(accounts, registered, loggedIn)
      .when(logIn, { ...telephone, session: 'desk' }, asha)
      .then({ type: 'LoggedIn', data: { session: 'desk' } }))
  it('does nothing while that session is open', () =>
    given(accounts, registered, loggedIn).when(logIn, telephone, asha).then())
  it('begins anew after logging out', () =>
    given(accounts, registered, loggedIn, loggedOut).when(logIn, telephone, asha).then(begun))
  it('begins anew after ninety days', () =>
    given(accounts, registered, loggedIn).when(logIn, telephone, asha, '2027-01-31T04:15:00.000Z').then(begun))
  it('is refused with the password of a moment ago', () =>
    given(accounts, registered, changed)
      .when(logIn, telephone, asha)
      .thenRefused('Your password has just been changed. Please log in again.'))
  it('is refused where no one registered', () =>
    given(accounts).when(logIn, telephone, asha).thenRefused('This account doesn’t exist'))
})

describe('the login form', () => {
  const problems = (form: object) => credentials.safeParse(form).error?.issues.map(({ message }) => message)

  it('writes the address as it was registered', () =>
    expect(credentials.parse({ email: ' Asha@X.example ', password: ' p ' })).toEqual({
      email: 'asha@x.example',
      password: ' p ',
    }))
  // spec: 5.10
  it('says what is missing', () =>
    expect(problems({})).toEqual(['Please enter your email address', 'Please enter your password']))
  // spec: 5.10
  it('says what is empty', () =>
    expect(problems({ email: ' ', password: '' })).toEqual([
      'Please enter your email address',
      'Please enter your password',
    ]))
  it('does not hash a page of text', () =>
    expect(problems({ email: 'a'.repeat(255), password: 'p'.repeat(257) })).toEqual([
      'Please enter your email address',
      'Please use at most 256 characters',
    ]))
  it('takes words only', () =>
    expect(problems({ email: { $gt: '' }, password: ['p'] })).toEqual([
      'Please enter your email address',
      'Please enter your password',
    ]))
})
