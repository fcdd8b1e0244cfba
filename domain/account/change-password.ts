import { z } from 'zod'
import { Refusal } from '../action.ts'
import { accountAction, isOpen, passwordHash, session } from './account.ts'
import { password } from './password.ts'

/** What the form sends of somebody who is logged in and knows their password. */
export const passwordChange = z.object({
  current: z.string('Please enter your password').min(1, 'Please enter your password').max(256),
  password,
})

/** What those are told who do not know their password. */
export const wrongPassword = 'This is not your password'

/**
 * Sets a new password, once whoever receives the current one has checked it against `checked`. The session it is asked
 * from goes on, all others end.
 */
export const changePassword = accountAction({
  input: z.object({ session, checked: passwordHash, passwordHash }),
  done: 'Password changed. You are logged out everywhere else.',
  decide(account, { session, checked, passwordHash }, { at }) {
    // Somebody was faster, with a reset perhaps: what was checked is not the password any more.
    if (account.passwordHash !== checked || !isOpen(account, session, Date.parse(at))) {
      throw new Refusal('Your password was changed in the meantime. Please log in again.')
    }
    return [{ type: 'PasswordChanged', data: { passwordHash, session } }]
  },
})
