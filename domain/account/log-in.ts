import { z } from 'zod'
import { NotAllowed, Refusal } from '../command.ts'
import {
  type Account,
  type AccountEvent,
  accountCommand,
  begins,
  device,
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
    .max(256, 'Please use at most 256 characters'),
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

/**
 * Begins a session, once the route has checked the credentials against `checked`. Where the account has a second factor
 * no session begins without a good code.
 */
export const logIn = accountCommand({
  input: z.object({ session, device, checked: passwordHash, entered: readCode.optional() }),
  success: 'Welcome back',
  decide(account, { session, device, checked, entered }, { at }): AccountEvent[] {
    if (!isRegistered(account)) throw new Refusal('This account doesn’t exist')
    onlyActive(account)
    if (account.passwordOutdated) throw new Refusal(choosePassword)
    // A reset was faster: the old password begins nothing any more.
    if (account.passwordHash !== checked) throw new Refusal('Your password has just been changed. Please log in again.')
    if (isSessionOpen(account, session, Date.parse(at))) return []
    const begun = begins(session, device)
    if (!account.secondFactor) return [begun]
    if (!entered) throw new Refusal(codeNeeded)
    const tried = tryCode(account, entered, at)
    return isPassed(tried) ? [...tried, begun] : tried
  },
})
