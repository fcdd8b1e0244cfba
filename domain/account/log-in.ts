import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { NotAllowed, Refusal } from '#domain/command.ts'
import { message } from '#domain/contract/schemas.ts'
import { plain } from '#domain/one-line.ts'
import {
  type Account,
  accountCommand,
  addMilliseconds,
  device,
  enteredPassword,
  isRegistered,
  isSessionOpen,
  maxSessionAge,
  maxSessions,
  passwordHash,
  refuseReplacedPassword,
  session,
} from './account.ts'
import { isPassed, readCode, secondFactorCode, tryCode } from './second-factor.ts'

/** The body of the login form. */
export const credentials = z.object({
  email: plain(z.string('Please enter your email address'))
    .toLowerCase()
    .min(1, 'Please enter your email address')
    .max(254, 'Please enter your email address'),
  password: enteredPassword,
  /** Where the account has a second factor: asked for once the password fits. */
  code: secondFactorCode.optional(),
})

/** The error message when address and password do not fit, whichever is wrong. */
export const wrongCredentials = 'The email address or password is wrong'

/** The error messages when an account may not be used any more. */
export const suspendedMessage = 'This account is suspended. Please contact us if you think this is a mistake.'
export const removedMessage = 'Your admin access was removed. Another admin can invite you again.'

/** Throws `NotAllowed` when the account is suspended or was removed. */
export function onlyActive({ suspended, removed }: Account): void {
  if (removed !== undefined) throw new NotAllowed(removedMessage)
  if (suspended !== undefined) throw new NotAllowed(suspendedMessage)
}

/** The error message between the code of a reset and the new password, where the old one may be a stranger's. */
export const choosePassword = 'Please choose a new password first. Use “Forgot password?” below.'

/** The message that asks for the second factor. */
export const codeNeeded = 'Please enter the code from your authenticator app'

/** `device` is what its browser called itself. */
export const LoggedIn = defineEvent(
  'LoggedIn',
  { session: clear(z.string()), device: personal(z.string().optional()) },
  {
    kind: 'accounts.logins',
    sentence: 'Logged in',
    apply(account: Account, { session, device }, { at }) {
      const sessions = { ...sessionsToKeep(account, at), [session]: at }
      if (device === undefined) return { ...account, sessions }
      const devices = Object.entries({ ...account.devices, [session]: device })
      return { ...account, sessions, devices: Object.fromEntries(devices.filter(([id]) => id in sessions)) }
    },
  },
)

/** The event that begins a session. */
export const begins = (session: string, device: string | undefined) =>
  LoggedIn(device === undefined ? { session } : { session, device })

/** The sessions that stay open beside one that begins. Times of one form are compared as texts. */
const sessionsToKeep = ({ sessions, devices = {} }: Account, now: string): Account['sessions'] => {
  const oldest = addMilliseconds(now, -maxSessionAge)
  const open = Object.entries(sessions).filter(([, since]) => since > oldest)
  if (open.length < maxSessions) return Object.fromEntries(open)
  const ofBrowsers = [...Map.groupBy(open, ([id]) => devices[id]).values()]
  const [ended] = ofBrowsers.reduce((most, each) => (each.length > most.length ? each : most))
  return Object.fromEntries(open.filter((each) => each !== ended))
}

/**
 * Begins a session, once the route has checked the credentials against `checked`. Where the account has a second factor
 * no session begins without a good code.
 */
export const logIn = accountCommand(
  'login',
  z.object({ session, device, checked: passwordHash, code: readCode.optional() }),
  {
    summary: 'Log in',
    call: 'POST /api/login',
    logged: { login: 'logged in' },
    route: () => ({
      roles: 'anyone',
      limit: 'login',
      body: credentials,
      // Where the account has a second factor and no code was sent, no session begins, and the answer asks for it.
      answer: message.extend({ secondFactor: z.literal(true).optional() }),
      problems: [401, 403, 409],
    }),
    success: 'Welcome back',
    decide(account, { session, device, checked, code }, { at }) {
      if (!isRegistered(account)) throw new Refusal('This account doesn’t exist')
      onlyActive(account)
      if (account.passwordOutdated) throw new Refusal(choosePassword)
      // A reset was faster: the old password begins nothing any more.
      refuseReplacedPassword(account, checked)
      if (isSessionOpen(account, session, Date.parse(at))) return []
      const begun = begins(session, device)
      if (!account.secondFactor) return [begun]
      if (!code) throw new Refusal(codeNeeded)
      const tried = tryCode(account, code, at)
      return isPassed(tried) ? [...tried, begun] : tried
    },
  },
)
