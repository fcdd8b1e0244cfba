import { z } from 'zod'
import { clear, defineEvent, noData } from '#domain/action.ts'
import { message } from '#domain/contract/schemas.ts'
import {
  type Account,
  accountCommand,
  isSessionOpen,
  onePerson,
  onlyExisting,
  openSessions,
  session,
} from './account.ts'

export const LoggedOut = defineEvent(
  'LoggedOut',
  { session: clear(z.string()) },
  {
    kind: 'accounts.logins',
    sentence: 'Logged out',
    apply(account: Account, data) {
      const { [data.session]: _, ...sessions } = account.sessions
      return { ...account, sessions }
    },
  },
)

export const LoggedOutEverywhere = defineEvent('LoggedOutEverywhere', noData, {
  kind: 'accounts.people',
  sentence: 'Logged out everywhere',
  apply: (account: Account, _, { at }) => ({ ...account, sessions: {}, devicesSince: at }),
})

const answer = message.extend({ loggedout: z.boolean() })

/** Ends a session, on the server too: its cookie opens nothing any more. */
export const logOut = accountCommand('logout', z.object({ session }), {
  summary: 'Log out',
  call: 'GET /api/logout',
  logged: { login: 'logged out' },
  route: () => ({ roles: 'anyone', changes: true, answer, problems: [403] }),
  success: 'You’re logged out',
  decide: (account, { session }, { at }) =>
    isSessionOpen(account, session, Date.parse(at)) ? [LoggedOut({ session })] : [],
})

const endEach = (account: Account, at: string) =>
  openSessions(account, Date.parse(at)).length === 0 ? [] : [LoggedOutEverywhere({})]

/** Ends every session of the account, the one it is asked from too. */
export const logOutEverywhere = accountCommand('signOutEverywhere', z.object({}), {
  summary: 'Log out on all devices',
  call: 'POST /api/sign-out-everywhere',
  logged: { login: 'logged out everywhere' },
  route: () => ({ answer }),
  success: 'You’ve been logged out on all devices',
  decide: (account, _, { at }) => endEach(account, at),
})

/** Ends every session of another person's account. They can log in again. */
export const endSessions = accountCommand('endSessions', onePerson, {
  summary: 'Log another person out on all devices',
  call: 'PUT /api/end-sessions',
  logged: { admin: 'logged another person out' },
  roles: ['admin'],
  forbidden: 'Only admins can log other people out',
  success: 'Logged out on all devices',
  decide(account, _, { at }) {
    onlyExisting(account)
    return endEach(account, at)
  },
})
