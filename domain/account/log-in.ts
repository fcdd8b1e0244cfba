import { z } from 'zod'
import { NotAllowed, Refusal } from '../command.ts'
import {
  type Account,
  type AccountEvent,
  accountCommand,
  isRegistered,
  isSessionOpen,
  passwordHash,
  session,
} from './account.ts'
import { isPassed, readCode, secondFactorCode, tryCode } from './second-factor.ts'

/** What the login form sends. */
export const credentials = z.object({
  email: z
    .string('Please enter your email address')
    .trim()
    .toLowerCase()
    .min(1, 'Please enter your email address')
    .max(254, 'Please enter your email address'),
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(256, 'At most 256 characters, please'),
  /** Where the account has a second factor: asked for once the password fits. */
  code: secondFactorCode.optional(),
})

/** The error message when address and password do not fit, whichever is wrong. */
export const wrongCredentials = 'Email address and password do not fit together'

/** The error messages when an account may not be used any more. */
export const suspendedMessage = 'This account is suspended. Please write to us if you think that is a mistake.'
export const removedMessage = 'This account was removed. Another admin can invite you again.'

/** Throws `NotAllowed` when the account is suspended or was removed. */
export function onlyActive({ suspended, removed }: Account): void {
  if (removed !== undefined) throw new NotAllowed(removedMessage)
  if (suspended !== undefined) throw new NotAllowed(suspendedMessage)
}

/** The error message between the code of a reset and the new password, where the old one may be a stranger's. */
export const choosePassword = 'Please choose a new password first, by “Forgot password?”'

/** The message that asks for the second factor. */
export const codeNeeded = 'Now the code from your authenticator app'

/**
 * Begins a session, once the route has checked the credentials against `checked`. Where the account has a second factor
 * no session begins without a good code.
 */
export const logIn = accountCommand({
  input: z.object({ session, checked: passwordHash, entered: readCode.optional() }),
  success: 'Welcome back',
  decide(account, { session, checked, entered }, { at }): AccountEvent[] {
    if (!isRegistered(account)) throw new Refusal('There is no such account')
    onlyActive(account)
    if (account.passwordOutdated) throw new Refusal(choosePassword)
    // A reset was faster: the old password begins nothing any more.
    if (account.passwordHash !== checked) throw new Refusal('The password was changed in the meantime')
    if (isSessionOpen(account, session, Date.parse(at))) return []
    const begun: AccountEvent = { type: 'LoggedIn', data: { session } }
    if (!account.secondFactor) return [begun]
    if (!entered) throw new Refusal(codeNeeded)
    const tried = tryCode(account, entered, at)
    return isPassed(tried) ? [...tried, begun] : tried
  },
})
