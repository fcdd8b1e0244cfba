import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, changed, loggedIn, loggedOut, registered } from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { isRegistered, isSessionOpen, maxSessionAge, maxSessions, personOf } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'

const account = (...samples: Sample<AccountEvent>[]) => fold(accounts, recorded('account-1', samples))
const later = (milliseconds: number) => Date.parse(loggedIn.at) + milliseconds
const days = 24 * 60 * 60 * 1000

describe('an account', () => {
  it('is there once it was registered', () =>
    expect([isRegistered(account()), isRegistered(account(registered))]).toEqual([false, true]))
  it('is what was registered', () =>
    expect(account(registered)).toMatchObject({ ...registered.data, sessions: {}, resets: {}, codesRequested: [] }))
  it('names its holder as events do', () => expect(personOf('asha', account(registered))).toEqual(asha))
})

describe('a session', () => {
  it('is open after logging in', () => {
    expect(isSessionOpen(account(registered, loggedIn), 'telephone', later(0))).toBe(true)
  })
  it('is not open on another device', () =>
    expect(isSessionOpen(account(registered, loggedIn), 'desk', later(0))).toBe(false))
  it('is closed by logging out', () => expect(account(registered, loggedIn, loggedOut)).toEqual(account(registered)))
  it('is not closed by logging out elsewhere', () => {
    const elsewhere = { ...loggedOut, data: { session: 'desk' } }
    expect(isSessionOpen(account(registered, loggedIn, elsewhere), 'telephone', later(0))).toBe(true)
  })
  it.each<[string, AccountEvent, string[]]>([
    ['all of them by logging out everywhere', { type: 'LoggedOutEverywhere', data: {} }, []],
    ['all of them by a reset', { type: 'PasswordChanged', data: changed.data }, []],
    ['the others by a change', { type: 'PasswordChanged', data: { ...changed.data, session: 'desk' } }, ['desk']],
    ['all of them, whatever they are called', { type: 'PasswordChanged', data: { ...changed.data, session: 'x' } }, []],
  ])('is closed: %s', (_, event, left) => {
    const desk = { ...loggedIn, data: { session: 'desk' } }
    const { sessions } = account(registered, loggedIn, desk, { ...event, by: asha, at: changed.at })
    expect(Object.keys(sessions)).toEqual(left)
  })
  it('lasts for ninety days and not a moment longer', () => {
    expect(maxSessionAge).toBe(90 * days)
    const open = account(registered, loggedIn)
    expect([
      isSessionOpen(open, 'telephone', later(90 * days - 1)),
      isSessionOpen(open, 'telephone', later(90 * days)),
    ]).toEqual([true, false])
  })
  it('is forgotten at the first login after it expired', () => {
    const at = new Date(later(90 * days)).toISOString()
    const next = { ...loggedIn, data: { session: 'desk' }, at }
    expect(account(registered, loggedIn, next).sessions).toEqual({ desk: at })
  })
  // security: 7.2
  it('is one of a hundred at most: one more ends the oldest', () => {
    expect(maxSessions).toBe(100)
    const logins = Array.from({ length: 130 }, (_, at) => ({ ...loggedIn, data: { session: `device ${at}` } }))
    const open = Object.keys(account(registered, ...logins).sessions)
    expect(open).toEqual(logins.slice(-100).map(({ data }) => data.session))
  })
  // security: 7.2
  it('is not ended by a program that logs in anew each time: that ends its own', () => {
    const login = (session: string, device?: string) => ({
      ...loggedIn,
      data: device === undefined ? { session } : { session, device },
    })
    const own = [login('telephone', 'Safari on iPhone'), login('desk', 'Firefox on Linux')]
    const program = Array.from({ length: 300 }, (_, at) => login(`run ${at}`))
    const open = Object.keys(account(registered, ...own, ...program).sessions)
    expect(open).toEqual(['telephone', 'desk', ...program.slice(-98).map(({ data }) => data.session)])
  })
  it.each(['__proto__', 'constructor', 'toString'])('is not open because objects have a %s', (session) =>
    expect(isSessionOpen(account(registered, loggedIn), session, later(0))).toBe(false),
  )
})
