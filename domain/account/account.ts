import { z } from 'zod'
import type { Action } from '../action.ts'
import type { Aggregate, Event, Person, Recorded, Role } from '../event.ts'

export type AccountEvent =
  | Event<'AccountRegistered', { name: string; email: string; phone: string; role: Role; passwordHash: string }>
  | Event<'LoggedIn', { session: string }>
  | Event<'LoggedOut', { session: string }>
  | Event<'NotificationsChosen', Notifications>

/** By which ways a person is told of what happens on their orders while they are not looking. */
export type Notifications = { mail: boolean; push: boolean }

export type Account = {
  name: string
  email: string
  phone: string
  role: Role
  /** An encoded argon2id hash; empty while there is no account. */
  passwordHash: string
  /** The open sessions, each with when it began. */
  sessions: Record<string, string>
  /** What they chose; absent while they have not. */
  notifications?: Notifications
}

/** How long a session may last, whatever its use. */
export const longestSession = 90 * 24 * 60 * 60 * 1000

/** One stream an account. Its id is derived from the email address, so that an address is taken once by construction. */
export const accounts: Aggregate<Account, AccountEvent> = {
  name: 'account',
  initial: { name: '', email: '', phone: '', role: 'client', passwordHash: '', sessions: {} },
  evolve(account: Account, { type, data, at }: Recorded<AccountEvent>): Account {
    switch (type) {
      case 'AccountRegistered':
        return { ...account, ...data }
      case 'LoggedIn':
        return { ...account, sessions: { ...unexpired(account.sessions, at), [data.session]: at } }
      case 'LoggedOut': {
        const { [data.session]: _, ...sessions } = account.sessions
        return { ...account, sessions }
      }
      case 'NotificationsChosen':
        return { ...account, notifications: data }
    }
  },
}

const unexpired = (sessions: Account['sessions'], now: string) =>
  Object.fromEntries(
    Object.entries(sessions).filter(([, since]) => Date.parse(now) - Date.parse(since) < longestSession),
  )

export const isRegistered = (account: Account): boolean => account.passwordHash !== ''

/** By which ways somebody is told: by all of them until they choose. */
export const notificationsOf = ({ notifications }: Account): Notifications =>
  notifications ?? { mail: true, push: true }

/** Whether a session is open at a time, given in milliseconds since 1970. */
export const isOpen = (account: Account, session: string, now: number): boolean => {
  const since = account.sessions[session]
  return since !== undefined && now - Date.parse(since) < longestSession
}

/** The account's holder, as facts name them. */
export const holder = (id: string, { name, role }: Account): Person => ({ id, name, role })

/** The session user as `GET /` answers it. */
export type SessionUser = { id: string; name: string; phone: string; email: string; admin: boolean }

export const accountAction = <Input>(
  action: Omit<Action<Account, AccountEvent, Input>, 'aggregate' | 'may'>,
): Action<Account, AccountEvent, Input> => ({ aggregate: accounts, may: ['client', 'admin'], ...action })

export const session = z.string().min(1)
