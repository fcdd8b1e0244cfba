import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Person, Recorded, Role } from '../event.ts'
import { evolveViews, type OrderView, type OrderViewEvent } from './order-views.ts'

export type AccountEvent =
  // `addressProven`: the account was made behind a link that was mailed to its address.
  | Event<
      'AccountRegistered',
      { name: string; email: string; phone: string; role: Role; passwordHash: string; addressProven?: true }
    >
  | Event<'ProfileChanged', { name: string; phone: string }>
  // `device` is what its browser called itself.
  | Event<'LoggedIn', { session: string; device?: string }>
  | Event<'LoggedOut', { session: string }>
  | Event<'NotificationsChosen', Notifications>
  | Event<'LoggedOutEverywhere', {}>
  // `deviceId` is the device that asks, where it has proven itself: it is not counted with strangers.
  | Event<'PasswordResetRequested', { browser: string; codeHash: string; expires: string; deviceId?: string }>
  | Event<'PasswordResetCodeTried', { browser: string; deviceId?: string }>
  | Event<'PasswordResetGranted', { browser: string; until: string }>
  // Ends every session but the one that is named, and every reset under way.
  | Event<'PasswordChanged', { passwordHash: string; session?: string }>
  | Event<'AdminInvited', { email: string; tokenHash: string; expires: string }>
  // Name and phone are what the lead said of themselves, to be suggested.
  | Event<'ClientInvited', { email: string; tokenHash: string; expires: string; name?: string; phone?: string }>
  | Event<'InvitationWithdrawn', {}>
  | Event<'AccountSuspended', {}>
  | Event<'AccountReinstated', {}>
  | Event<'AdminRemoved', {}>
  // Its holder followed the link that was mailed to its address.
  | Event<'AddressProven', {}>
  // A link went to the address that it is to have: whoever asked knows the password.
  | Event<'AddressChangeRequested', { email: string; tokenHash: string; expires: string }>
  // That link was followed. Until `undoUntil` the address before can be taken back, where it was known to be its holder's.
  | Event<'AddressChanged', { email: string; undoUntil?: string }>
  // Whoever reads the mail of an address of before took it back.
  | Event<'AddressChangeUndone', { email: string }>
  // Its address leads to another account from now on: this one, which nobody has registered, has none.
  | Event<'AddressGivenUp', {}>
  // Somebody read the code that was mailed to its address, and entered it in the browser that had asked. A digest.
  | Event<'DeviceProven', { code: string }>
  // The secret is sealed, and the recovery codes are digests: the events alone open nothing.
  | Event<'SecondFactorPrepared', { secret: string; expires: string }>
  | Event<'SecondFactorEnabled', { secret: string; step: number; recoveryCodes: string[] }>
  | Event<'SecondFactorPassed', { step: number }>
  | Event<'SecondFactorFailed', { deviceId?: string }>
  | Event<'RecoveryCodeUsed', { code: string }>
  | Event<'RecoveryCodesReplaced', { recoveryCodes: string[] }>
  | Event<'SecondFactorDisabled', {}>
  // Everything there is of them was handed out as one file, to themselves or to an admin.
  | Event<'DataDownloaded', {}>
  // What is personal of its holder is to go, everywhere, and nobody uses the account any more.
  | Event<'AccountErased', {}>
  // All of that is gone. Whoever registers with the address from now on is someone new.
  | Event<'ErasureCompleted', {}>
  // A new address of the calendar, which ends the one before. The events alone open nothing: the salt takes the server's
  // own secret to become the address, and of that there is a digest.
  | Event<'CalendarAddressMade', { salt: string; digest: string }>
  | Event<'CalendarAddressRemoved', {}>
  | OrderViewEvent

/** The channels by which a person is notified of events on their orders. */
export type Notifications = { mail: boolean; push: boolean }

/** A reset under way in one browser. Times are ISO 8601, UTC. */
export type PasswordReset = {
  codeHash: string
  expires: string
  /** How many wrong codes were tried. */
  tries: number
  /** Until when the browser may choose a new password: there once the code matched. */
  granted?: string
}

/** What a person proves beside the password: that they hold the device with the secret, or a recovery code. */
export type SecondFactor = {
  /** Sealed: it takes the server's own key to read it. */
  secret: string
  /** Keyed digests of the recovery codes that are not used yet. */
  recoveryCodes: string[]
  /** The latest time step whose code was used: no code up to it is good any more. */
  lastStep: number
  /** Since when. */
  since: string
}

/** An address that an account had, and until when it can be taken back: ISO 8601, UTC. */
export type FormerAddress = { email: string; until: string }

/** What strangers together, or one device by itself, have asked for and entered wrongly of late: times. */
export type Attempts = {
  /** When codes were asked for: the last hour's. */
  codesAsked: string[]
  /** When wrong codes were entered, in whichever browser: the last day's. */
  codesTried: string[]
  /** When wrong codes of the second factor were entered: the last day's. */
  failedCodes: string[]
}

/** The attempts of strangers are its own fields. */
export type Account = Attempts & {
  name: string
  email: string
  phone: string
  role: Role
  /** An encoded argon2id hash; empty while there is no account. */
  passwordHash: string
  /** The open sessions, each with when it began. */
  sessions: Record<string, string>
  /** What the browsers of sessions called themselves, where that is known: by session. */
  devices?: Record<string, string>
  /** What they chose; absent while they have not. */
  notifications?: Notifications
  /** The resets under way, by the digest of the secret that the asking browser keeps. */
  resets: Record<string, PasswordReset>
  /** The attempts of devices that have proven themselves, by their ids. */
  deviceAttempts?: Record<string, Attempts>
  /** Digests of the codes by which devices proved themselves last. */
  deviceCodes?: string[]
  /** Devices that proved themselves before are strangers again: the password, or what is asked beside it, changed. */
  devicesSince?: string
  /** Who may make this account, as what, and until when. */
  invitation?: Invitation
  /** The views of the orders they have saved, the oldest first; absent while they have saved none. */
  orderViews?: OrderView[]
  /** Its holder has read a mail that was sent to its address: an invitation, a link to confirm it, or the code of a reset. */
  addressProven?: true
  /** The address that it is to have, and until when the link that was mailed there can be followed. */
  addressChange?: { email: string; tokenHash: string; expires: string }
  /** The addresses that it had, the oldest first, while they can be taken back; some may have expired. */
  formerAddresses?: FormerAddress[]
  /** Its address leads to another account: nobody registers this one any more. */
  addressGivenUp?: true
  /**
   * The code of a reset has proven the address of an account that anyone may have registered: its password, which may be a
   * stranger's, opens nothing until another one is chosen.
   */
  passwordOutdated?: true
  /** Since when it has been suspended, while it is. */
  suspended?: string
  /** When the admin was removed. A new invitation makes the account anew. */
  removed?: string
  /** Since when its holder is being erased, until that is done. */
  erasing?: string
  /** When its holder was erased last, while nobody has registered with the address since. */
  erased?: string
  /** How often a holder of its address was erased: what a new one does is not to be taken for theirs. */
  erasures?: number
  /** Since when it has been active: registered, or reinstated. */
  activeSince: string
  secondFactor?: SecondFactor
  /** A second factor that is being set up, and until when: sealed as well. */
  preparedFactor?: { secret: string; expires: string }
  /** The secret address that a calendar program reads their dates at, while there is one. */
  calendar?: CalendarAddress
}

/** What is stored of the secret in an address: what it is derived from, and its digest; and since when. */
export type CalendarAddress = { salt: string; digest: string; since: string }

/** A link that was mailed to an address, and makes an account of it. `name` and `phone` are suggestions. */
export type Invitation = {
  role: Role
  email: string
  tokenHash: string
  expires: string
  name?: string
  phone?: string
}

/** How long a session may last, whatever its use. */
export const maxSessionAge = 90 * 24 * 60 * 60 * 1000

/**
 * One stream an account. Which of them an email address leads to is in `address-claim.ts`.
 */
export const accounts: Aggregate<Account, AccountEvent> = {
  name: 'account',
  initial: {
    name: '',
    email: '',
    phone: '',
    role: 'client',
    passwordHash: '',
    sessions: {},
    resets: {},
    codesAsked: [],
    codesTried: [],
    activeSince: '',
    failedCodes: [],
  },
  evolve(account: Account, event: Recorded<AccountEvent>): Account {
    const { type, data, at } = event
    switch (type) {
      case 'AccountRegistered': {
        const { resets, codesAsked, codesTried, invitation, erasures } = account
        // Who only typed the address does not use up what was mailed to it.
        const open = invitation && !data.addressProven && data.role === 'client' ? { invitation } : {}
        const before = { resets, codesAsked, codesTried, ...(erasures ? { erasures } : {}) }
        return { ...accounts.initial, ...before, ...open, ...data, activeSince: at }
      }
      case 'ProfileChanged':
        return { ...account, ...data }
      case 'LoggedIn': {
        const sessions = { ...sessionsToKeep(account, at), [data.session]: at }
        if (data.device === undefined) return { ...account, sessions }
        const devices = Object.entries({ ...account.devices, [data.session]: data.device })
        return { ...account, sessions, devices: Object.fromEntries(devices.filter(([id]) => id in sessions)) }
      }
      case 'LoggedOut': {
        const { [data.session]: _, ...sessions } = account.sessions
        return { ...account, sessions }
      }
      case 'NotificationsChosen':
        return { ...account, notifications: data }
      case 'LoggedOutEverywhere':
        return { ...account, sessions: {}, devicesSince: at }
      case 'PasswordResetRequested': {
        const { browser, deviceId, ...asked } = data
        const resets = { ...withoutExpiredResets(account.resets, at), [browser]: { ...asked, tries: 0 } }
        return withAttempts({ ...account, resets }, deviceId, ({ codesAsked }) => ({
          codesAsked: [...lastHour(codesAsked, at), at],
        }))
      }
      case 'PasswordResetCodeTried': {
        const tried = withReset(account, data.browser, (reset) => ({ ...reset, tries: reset.tries + 1 }))
        return withAttempts(tried, data.deviceId, ({ codesTried }) => ({
          codesTried: [...lastDay(codesTried, at), at],
        }))
      }
      case 'PasswordResetGranted': {
        const granted = withReset(account, data.browser, (reset) => ({ ...reset, granted: data.until }))
        if (!isRegistered(account) || isAddressProven(account)) return granted
        return { ...proven(granted), sessions: {}, passwordOutdated: true }
      }
      case 'PasswordChanged': {
        const { passwordOutdated: _, addressChange: __, ...rest } = account
        return {
          ...rest,
          passwordHash: data.passwordHash,
          sessions: onlySession(account.sessions, data.session),
          resets: {},
          devicesSince: at,
        }
      }
      case 'DeviceProven':
        return { ...account, deviceCodes: [...(account.deviceCodes ?? []), data.code].slice(-maxDeviceCodes) }
      case 'AddressProven':
        return proven(account)
      case 'AddressChangeRequested':
        return { ...account, addressChange: data }
      case 'AddressChanged':
        return withAddress(account, data.email, [...formersBeside(account, data.email, at), ...formerOf(account, data)])
      case 'AddressChangeUndone':
        return { ...withAddress(account, data.email, []), sessions: {}, passwordOutdated: true, devicesSince: at }
      case 'AddressGivenUp': {
        const { invitation: _, ...rest } = account
        return { ...rest, addressGivenUp: true }
      }
      case 'AdminInvited':
        return { ...account, invitation: { ...data, role: 'admin' } }
      case 'ClientInvited':
        return { ...account, invitation: { ...data, role: 'client' } }
      case 'InvitationWithdrawn': {
        const { invitation: _, ...uninvited } = account
        return uninvited
      }
      case 'AccountSuspended': {
        const { addressChange: _, ...rest } = account
        return { ...rest, suspended: at, sessions: {}, resets: {} }
      }
      case 'AccountReinstated': {
        const { suspended: _, ...rest } = account
        return { ...rest, activeSince: at }
      }
      case 'AdminRemoved':
        return { ...account, removed: at, sessions: {}, resets: {} }
      case 'DataDownloaded':
        return account
      case 'AccountErased':
        return { ...accounts.initial, role: account.role, erasures: (account.erasures ?? 0) + 1, erasing: at }
      case 'ErasureCompleted': {
        const { erasing: _, ...rest } = account
        return { ...rest, erased: at }
      }
      case 'SecondFactorPrepared':
        return { ...account, preparedFactor: data }
      case 'SecondFactorEnabled': {
        const { preparedFactor: _, ...rest } = account
        const { secret, step, recoveryCodes } = data
        const secondFactor = { secret, recoveryCodes, lastStep: step, since: at }
        return withoutFailedCodes({ ...rest, secondFactor, devicesSince: at })
      }
      case 'SecondFactorPassed':
        return withoutFailedCodes(withFactor(account, (factor) => ({ ...factor, lastStep: data.step })))
      case 'SecondFactorFailed':
        return withAttempts(account, data.deviceId, ({ failedCodes }) => ({
          failedCodes: [...lastDay(failedCodes, at), at],
        }))
      case 'RecoveryCodeUsed': {
        const used = withFactor(account, ({ recoveryCodes, ...factor }) => ({
          ...factor,
          recoveryCodes: recoveryCodes.filter((code) => code !== data.code),
        }))
        return withoutFailedCodes(used)
      }
      case 'RecoveryCodesReplaced':
        return withFactor(account, (factor) => ({ ...factor, recoveryCodes: data.recoveryCodes }))
      case 'SecondFactorDisabled': {
        const { secondFactor: _, ...rest } = account
        return rest
      }
      case 'CalendarAddressMade':
        return { ...account, calendar: { ...data, since: at } }
      case 'CalendarAddressRemoved': {
        const { calendar: _, ...rest } = account
        return rest
      }
      case 'OrderViewSaved':
      case 'OrderViewRenamed':
      case 'OrderViewRemoved':
        return { ...account, orderViews: evolveViews(account.orderViews ?? [], event) }
    }
  },
  decidesOnUnknown: true, // or no one could log in, or out
}

/** A code is good for two of the intervals that have one each: of more than these none is good any more. */
const maxDeviceCodes = 3

/**
 * How many sessions an account has open at most: one more ends the oldest of the browser that has most of them, so that a
 * program that logs in anew each time ends its own. What a login costs does not grow with them.
 */
export const maxSessions = 100

/** The sessions that stay open beside one that begins. Times of one form are compared as texts. */
const sessionsToKeep = ({ sessions, devices = {} }: Account, now: string): Account['sessions'] => {
  const oldest = addMilliseconds(now, -maxSessionAge)
  const open = Object.entries(sessions).filter(([, since]) => since > oldest)
  if (open.length < maxSessions) return Object.fromEntries(open)
  const ofBrowsers = [...Map.groupBy(open, ([id]) => devices[id]).values()]
  const [ended] = ofBrowsers.reduce((most, each) => (each.length > most.length ? each : most))
  return Object.fromEntries(open.filter((each) => each !== ended))
}

const onlySession = (sessions: Account['sessions'], session: string | undefined): Account['sessions'] => {
  const since = session === undefined ? undefined : sessions[session]
  return since === undefined ? {} : { [session!]: since }
}

const withoutExpiredResets = (resets: Account['resets'], now: string) =>
  Object.fromEntries(Object.entries(resets).filter(([, { expires, granted }]) => (granted ?? expires) > now))

/** Those of some times that are less than an hour old. */
export const lastHour = (times: readonly string[], now: string): string[] =>
  times.filter((time) => Date.parse(now) - Date.parse(time) < 60 * 60 * 1000)

/** Those of some times that are less than a day old. */
export const lastDay = (times: readonly string[], now: string): string[] =>
  times.filter((time) => Date.parse(now) - Date.parse(time) < 24 * 60 * 60 * 1000)

/** How long a wrong code counts, in milliseconds. */
export const failureWindow = 15 * 60 * 1000

/** Of the times of wrong codes those that still count. */
export const recentFailures = (times: readonly string[], now: string): string[] =>
  times.filter((time) => Date.parse(now) - Date.parse(time) < failureWindow)

/** What an account is once its holder has read a mail: who was invited as a client need not be any more. */
function proven({ invitation, ...account }: Account): Account {
  return { ...account, ...(invitation?.role === 'admin' ? { invitation } : {}), addressProven: true }
}

/** An account with another address, which its holder has shown to be theirs. What was mailed to the one before resets nothing. */
function withAddress(account: Account, email: string, formerAddresses: FormerAddress[]): Account {
  const { addressChange: _, formerAddresses: __, ...rest } = account
  return { ...proven(rest), email, resets: {}, ...(formerAddresses.length > 0 ? { formerAddresses } : {}) }
}

const formersBeside = ({ formerAddresses = [] }: Account, email: string, at: string): FormerAddress[] =>
  formerAddresses.filter((former) => former.email !== email && former.until > at)

const formerOf = ({ email }: Account, { undoUntil }: { undoUntil?: string }): FormerAddress[] =>
  undoUntil === undefined ? [] : [{ email, until: undoUntil }]

/** What a device has tried of late; without one, what strangers have. */
export const attemptsOf = ({ deviceAttempts, ...strangers }: Account, deviceId: string | undefined): Attempts =>
  deviceId === undefined ? strangers : (deviceAttempts?.[deviceId] ?? noAttempts)

const noAttempts: Attempts = { codesAsked: [], codesTried: [], failedCodes: [] }

function withAttempts(
  account: Account,
  deviceId: string | undefined,
  change: (before: Attempts) => Partial<Attempts>,
): Account {
  const before = attemptsOf(account, deviceId)
  if (deviceId === undefined) return { ...account, ...change(before) }
  const { [deviceId]: _, ...others } = account.deviceAttempts ?? {}
  const latest = Object.entries({ ...others, [deviceId]: { ...before, ...change(before) } }).slice(-maxSessions)
  return { ...account, deviceAttempts: Object.fromEntries(latest) }
}

const withoutFailedCodes = (account: Account): Account => {
  const devices = Object.entries(account.deviceAttempts ?? {})
  const deviceAttempts = Object.fromEntries(devices.map(([id, attempts]) => [id, { ...attempts, failedCodes: [] }]))
  return { ...account, failedCodes: [], ...(devices.length > 0 ? { deviceAttempts } : {}) }
}

const withFactor = (account: Account, change: (factor: SecondFactor) => SecondFactor): Account =>
  account.secondFactor ? { ...account, secondFactor: change(account.secondFactor) } : account

const withReset = (account: Account, browser: string, change: (reset: PasswordReset) => PasswordReset): Account => {
  const reset = account.resets[browser]
  return reset ? { ...account, resets: { ...account.resets, [browser]: change(reset) } } : account
}

export const isRegistered = (account: Account): boolean => account.passwordHash !== ''

/**
 * Whether its address is known to be its holder's: by a mail that was read there. That of an admin is, since only the
 * operator's settings, a link that the server printed or an invitation make one.
 */
export const isAddressProven = ({ addressProven, role }: Account): boolean => addressProven ?? role === 'admin'

/** What a person is called in a mail: by their name, or by none where a stranger may have typed it with the address. */
export const nameInMail = (account: Account): string => (isAddressProven(account) ? account.name : 'client')

/** Whether its holder may log in and is notified: registered, and neither suspended nor removed. */
export const isActive = (account: Account): boolean =>
  isRegistered(account) && account.suspended === undefined && account.removed === undefined

/** The channels a person is notified by: all of them until they choose. */
export const notificationsOf = ({ notifications }: Account): Notifications =>
  notifications ?? { mail: true, push: true }

/** Whether a session is open at a time, given in milliseconds since 1970. */
export const isSessionOpen = (account: Account, session: string, now: number): boolean => {
  const since = account.sessions[session]
  return since !== undefined && now - Date.parse(since) < maxSessionAge
}

/** The account's holder, as events name them. */
export const personOf = (id: string, { name, role }: Account): Person => ({ id, name, role })

/** In whose name this program itself does something: nobody's who could be erased. */
export const atelier: Person = { id: 'atelier', name: 'Atelier', role: 'admin' }

/** The person recorded for a command without a session. */
export const anonymous: Person = { id: 'somebody', name: 'Someone', role: 'client' }

/** The session user as `GET /` answers it; `revision` is what a change of the profile is sent on, as `If-Match`. */
export type SessionUser = {
  id: string
  name: string
  phone: string
  email: string
  admin: boolean
  /** Whether their address is known to be theirs. */
  proven: boolean
  /** The name of the admin who looks at the client's pages as the client, in a view that changes nothing. */
  viewedBy?: string
  revision: number
}

export const accountCommand = <Input, E extends AccountEvent = AccountEvent>(
  command: Omit<Command<Account, E, Input>, 'aggregate' | 'roles'> & Partial<Pick<Command<Account, E, Input>, 'roles'>>,
): Command<Account, E, Input> => ({ aggregate: accounts, roles: ['client', 'admin'], ...command })

/** The account that an admin does something about. */
export const personId = z
  .string('The person id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The person id is missing or invalid')

export const session = z.string().min(1)
/** What a browser calls itself, as in "Chrome on Android". */
export const device = z.string().max(80).optional()

/** The event that begins a session. */
export const begins = (session: string, device: string | undefined): AccountEvent => ({
  type: 'LoggedIn',
  data: device === undefined ? { session } : { session, device },
})
/** Which device a person is on, where it is known: its events are not counted with those of strangers. */
export const deviceId = z.string().min(1).max(22)
/** A SHA-256 digest as base64url: all that is stored of what only one browser or one letter knows. */
export const digest = z.string().regex(/^[\w-]{43}$/)
export const passwordHash = z.string().startsWith('$argon2id$')

/** The time so many milliseconds after another. ISO 8601, UTC. */
export const addMilliseconds = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString()
