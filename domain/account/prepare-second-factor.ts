import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, addMilliseconds, passwordHash } from './account.ts'
import { sealed } from './second-factor.ts'

/** How long a secret waits for its first code. */
const preparationLifetime = 30 * 60 * 1000

/** The form of a logged-in person who knows their password. */
export const passwordCheck = z.object({
  password: z.string('Please enter your password').min(1, 'Please enter your password').max(256),
})

/** The error message when the account has a second factor already. */
export const alreadyEnabled = 'Two-step verification is already on'

/** Begins to set up a second factor, with a fresh secret; the one prepared before ends. Nothing is asked for at a login yet. */
export const prepareSecondFactor = accountCommand({
  input: z.object({ secret: sealed, checked: passwordHash }),
  success: 'Scan the QR code with your app, then enter the code it shows',
  decide(account, { secret, checked }, { at }) {
    if (account.passwordHash !== checked) throw new Refusal('Your password has just been changed. Please log in again.')
    if (account.secondFactor) throw new Refusal(alreadyEnabled)
    return [{ type: 'SecondFactorPrepared', data: { secret, expires: addMilliseconds(at, preparationLifetime) } }]
  },
})
