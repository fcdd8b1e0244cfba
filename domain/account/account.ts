import { z } from 'zod'
import { type CommandDefinition, defineCommand, type Route, type SaidOf } from '#domain/action.ts'
import { NotFound, Refusal } from '#domain/command.ts'
import type { Endpoint } from '#domain/contract/call.ts'
import type { Event, Person, Role } from '#domain/event.ts'
import type { OrderView } from './order-views.ts'

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

/** The second factor of a person beside the password: a device with the secret, or a recovery code. */
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

/** The recent requests and wrong codes of strangers together, or of one device by itself: times. */
type Attempts = {
  /** When codes were requested: the last hour's. */
  codesRequested: string[]
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
  /** The names of the browsers of sessions, where known: by session. */
  devices?: Record<string, string>
  /** The person’s choice; absent until they choose. */
  notifications?: Notifications
  /** The resets under way, by the digest of the secret that the asking browser keeps. */
  resets: Record<string, PasswordReset>
  /** The attempts of devices that have proven themselves, by their ids. */
  deviceAttempts?: Record<string, Attempts>
  /** Digests of the codes by which devices proved themselves last. */
  deviceCodes?: string[]
  /** Devices that proved themselves before this time are strangers again: ISO 8601, UTC. */
  devicesSince?: string
  /** The invitation to make this account: as what, and until when. */
  invitation?: Invitation
  /** The views of the orders they have saved, the oldest first; absent while they have saved none. */
  orderViews?: OrderView[]
  /** The ids of all views they ever saved, in their order: one whose removal is undone has its place. */
  viewIds?: string[]
  /** Its holder has read a mail that was sent to its address: an invitation, a link to confirm it, or the code of a reset. */
  addressProven?: true
  /** The address that it is to have, and until when the link that was mailed there can be followed. */
  addressChange?: { email: string; tokenHash: string; expires: string }
  /** The addresses that it had, the oldest first, while they can be taken back; some may have expired. */
  formerAddresses?: FormerAddress[]
  /** Its address leads to another account: this one cannot be registered any more. */
  addressGivenUp?: true
  /**
   * The code of a reset has proven the address of an account that anyone may have registered. Its password may be a
   * stranger's, and is not accepted until another one is chosen.
   */
  passwordOutdated?: true
  /** When it was suspended, while it is. */
  suspended?: string
  /** When the admin was removed. A new invitation makes the account anew. */
  removed?: string
  /** When the erasure of its holder began, until that is done. */
  erasing?: string
  /** When its holder was erased last, until a new holder registers with the address. */
  erased?: string
  /** How often a holder of its address was erased: what a new one does is not to be taken for theirs. */
  erasures?: number
  /** When it became active: registered, or reinstated. */
  activeSince: string
  /** The times, each after `from` and up to `to`, whose API keys open nothing any more: another person may have made them. */
  keysEnded?: { from: string; to: string }[]
  secondFactor?: SecondFactor
  /** A second factor that is being set up, and until when: sealed as well. */
  preparedFactor?: { secret: string; expires: string }
  /** The secret address that a calendar program reads their dates at, while there is one. */
  calendar?: CalendarLink
}

/** The stored form of the secret in a calendar link: what it is derived from, its digest, and its time. */
type CalendarLink = { salt: string; digest: string; since: string }

/** A link that was mailed to an address, and makes an account of it. `name` and `phone` are suggestions. */
type Invitation = {
  role: Role
  email: string
  tokenHash: string
  expires: string
  name?: string
  phone?: string
}

/** How long a session may last, whatever its use. */
export const maxSessionAge = 90 * 24 * 60 * 60 * 1000

/** The name of the streams of accounts: pages need no more of them. */
export const accountStreams = { name: 'account' } as const

/** The state of an account before its first event. */
export const initial: Account = {
  name: '',
  email: '',
  phone: '',
  role: 'client',
  passwordHash: '',
  sessions: {},
  resets: {},
  codesRequested: [],
  codesTried: [],
  activeSince: '',
  failedCodes: [],
}

/**
 * How many sessions an account has open at most. One more ends the oldest of the browser with the most, so that a
 * program that logs in each time ends its own. What a login costs does not grow with them.
 */
export const maxSessions = 100

const within = (times: readonly string[], now: string, ms: number): string[] =>
  times.filter((time) => Date.parse(now) - Date.parse(time) < ms)

/** Filters times that are less than an hour old. */
export const lastHour = (times: readonly string[], now: string): string[] => within(times, now, 60 * 60 * 1000)

/** Filters times that are less than a day old. */
export const lastDay = (times: readonly string[], now: string): string[] => within(times, now, 24 * 60 * 60 * 1000)

/** How long a wrong code counts, in milliseconds. */
export const failureWindow = 15 * 60 * 1000

/** Filters the times of wrong codes that still count. */
export const recentFailures = (times: readonly string[], now: string): string[] => within(times, now, failureWindow)

/** The account once its holder has read a mail: an invitation as a client has served its purpose then. */
export function proven({ invitation, ...account }: Account): Account {
  return { ...account, ...(invitation?.role === 'admin' ? { invitation } : {}), addressProven: true }
}

/** The recent attempts of a device; without one, those of strangers. */
export const attemptsOf = ({ deviceAttempts, ...strangers }: Account, deviceId: string | undefined): Attempts =>
  deviceId === undefined ? strangers : (deviceAttempts?.[deviceId] ?? noAttempts)

const noAttempts: Attempts = { codesRequested: [], codesTried: [], failedCodes: [] }

/** An account after an attempt on a device; without one, by strangers. */
export function withAttempts(
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

export const isRegistered = (account: Account): boolean => account.passwordHash !== ''

/**
 * Whether its address is known to be its holder's: by a mail that was read there. That of an admin is, since only the
 * operator's settings, a link that the server printed or an invitation make one.
 */
export const isAddressProven = ({ addressProven, role }: Account): boolean => addressProven ?? role === 'admin'

/** The name of a person in a mail: their own, or none where a stranger may have typed it with the address. */
export const nameInMail = (account: Account, isProven = isAddressProven(account)): string =>
  isProven ? account.name : 'client'

/** Whether its holder may log in and is notified: registered, and neither suspended nor removed. */
export const isActive = (account: Account): boolean =>
  isRegistered(account) && account.suspended === undefined && account.removed === undefined

/** The error message for an address whose last holder is being erased at this moment. */
export const beingErased = 'This account is being deleted. Please try again in a few minutes.'

/** Throws `Refusal` while the last holder of an address is being erased: a new one is not to be mistaken for them. */
export function refuseWhileErasing({ erasing }: Account): void {
  if (erasing !== undefined) throw new Refusal(beingErased)
}

/** Throws `NotFound` unless the account is one that an admin may do something about. */
export function onlyExisting(account: Account): void {
  if (!isRegistered(account) || account.removed !== undefined) throw new NotFound('This account doesn’t exist')
}

/** The channels a person is notified by: all of them until they choose. */
export const notificationsOf = ({ notifications }: Account): Notifications =>
  notifications ?? { mail: true, push: true }

/** Whether a session is open at a time, given in milliseconds since 1970. */
export const isSessionOpen = (account: Account, session: string, now: number): boolean => {
  const since = account.sessions[session]
  return since !== undefined && now - Date.parse(since) < maxSessionAge
}

/** The ids of the sessions that are open at a time (milliseconds since 1970), with the time each began. */
export const openSessions = (account: Account, now: number): [id: string, since: string][] =>
  Object.entries(account.sessions).filter(([id]) => isSessionOpen(account, id, now))

/** The account's holder, as events name them. */
export const personOf = (id: string, { name, role }: Account): Person => ({ id, name, role })

/** The author of what this program itself does: no one who could be erased. */
export const atelier: Person = { id: 'atelier', name: 'Atelier', role: 'admin' }

/** The operator with a command line on the server. No account has this id. */
export const operator: Person = { id: 'operator', name: 'The operator', role: 'admin' }

/** The person recorded for a command without a session. */
export const anonymous: Person = { id: 'somebody', name: 'Someone', role: 'client' }

/** A command of the holder of the account, unless it says otherwise. */
/* @__NO_SIDE_EFFECTS__ */
export const accountCommand = <
  const Name extends string,
  Schema extends z.ZodType,
  E extends Event,
  const Called extends Endpoint | undefined = undefined,
  const R extends Route = never,
>(
  name: Name,
  input: Schema,
  command: RolesOptional<SaidOf<CommandDefinition<Account, Name, z.output<Schema>, E>, Called, R>>,
) => defineCommand(name, input, { roles: ['client', 'admin'], ...command })

type RolesOptional<Command extends { roles: readonly Role[] }> = Omit<Command, 'roles'> & { roles?: readonly Role[] }

/** The account that an admin does something about. */
export const personId = z
  .string('The person id is missing or invalid')
  .regex(/^[\w-]{1,64}$/, 'The person id is missing or invalid')

/** A body that names one person. */
export const onePerson = z.object({ personId })

/** The password that a person logs in with, as they enter it. */
export const enteredPassword = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(256, 'Please use at most 256 characters')

/** The error message when the password was replaced after the route had checked it. */
export const passwordJustChanged = 'Your password has just been changed. Please log in again.'

/** Throws `Refusal` where the password is no longer the one that the route has checked, by its hash. */
export function refuseReplacedPassword({ passwordHash }: Account, checked: string): void {
  if (passwordHash !== checked) throw new Refusal(passwordJustChanged)
}

export const session = z.string().min(1)
/** The name of a browser, as in "Chrome on Android". */
export const device = z.string().max(80).optional()

/** The id of a person’s device, where it is known: its events are not counted with those of strangers. */
export const deviceId = z.string().min(1).max(22)
/** A SHA-256 digest as base64url: all that is stored of what only one browser or one letter knows. */
export const digest = z.string().regex(/^[\w-]{43}$/)
export const passwordHash = z.string().startsWith('$argon2id$')

/** The time so many milliseconds after another. ISO 8601, UTC. */
export const addMilliseconds = (at: string, milliseconds: number): string =>
  new Date(Date.parse(at) + milliseconds).toISOString()
