import { z } from 'zod'
import { NotAllowed } from '../command.ts'
import { type Account, accountCommand, digest, passwordHash } from './account.ts'
import { password } from './password.ts'
import { email } from './register.ts'

/** What the last step of the form sends. */
export const newPassword = z.object({ email, password })

/** The error message when a browser holds no grant for this address. */
export const notGranted = 'Please enter the OTP from your email first'

/** Whether a browser may choose a new password at a time (ISO 8601, UTC): once, after its code matched. */
export const isGranted = ({ resets }: Account, browser: string, at: string): boolean =>
  (resets[browser]?.granted ?? '') > at

/** Sets a new password where the code has matched, and ends every session and every other reset. */
export const resetPassword = accountCommand({
  input: z.object({ browser: digest, passwordHash }),
  success: 'Password updated. Please log in.',
  decide(account, { browser, passwordHash }, { at }) {
    if (!isGranted(account, browser, at)) throw new NotAllowed(notGranted)
    return [{ type: 'PasswordChanged', data: { passwordHash } }]
  },
})
