import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { NotAllowed, Refusal } from '#domain/command.ts'
import {
  type Account,
  accountCommand,
  digest,
  enteredPassword,
  isSessionOpen,
  onlyExisting,
  passwordHash,
  passwordJustChanged,
  personId,
  session,
} from './account.ts'
import { password } from './password.ts'
import { email } from './register.ts'

/** The form of a logged-in person who knows the current password. */
export const passwordChange = z.object({
  current: enteredPassword,
  password,
})

/** The error message when the current password is wrong. */
export const wrongPassword = 'This password is wrong'

/** Ends every session but the one that is named, and every reset under way. */
export const PasswordChanged = defineEvent(
  'PasswordChanged',
  { passwordHash: personal(z.string(), ''), session: clear(z.string().optional()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Changed the password',
    apply({ passwordOutdated: _, addressChange: __, ...account }: Account, { passwordHash, session }, { at }): Account {
      const since = session === undefined ? undefined : account.sessions[session]
      const sessions: Account['sessions'] = since === undefined ? {} : { [session!]: since }
      return { ...account, passwordHash, sessions, resets: {}, devicesSince: at }
    },
  },
)

/**
 * Sets a new password, once the route has checked the current one against `checked`. The session it is asked
 * from goes on, all others end.
 */
export const changePassword = accountCommand(
  'changePassword',
  z.object({ session, checked: passwordHash, passwordHash }),
  {
    summary: 'Change the password',
    call: 'PUT /api/change-password',
    logged: { account: 'changed a password' },
    route: () => ({ limit: 'password', body: passwordChange, problems: [409] }),
    success: 'Password changed. You’ve been logged out on all other devices.',
    decide(account, { session, checked, passwordHash }, { at }) {
      // A concurrent change, a reset perhaps, replaced the password after it was checked.
      if (account.passwordHash !== checked || !isSessionOpen(account, session, Date.parse(at))) {
        throw new Refusal(passwordJustChanged)
      }
      return [PasswordChanged({ passwordHash, session })]
    },
  },
)

/** The body of the form’s last step. */
export const newPassword = z.object({ email, password })

/** The error message when a browser holds no grant for this address. */
export const notGranted = 'Please enter the OTP from your email first'

/** Whether a browser may choose a new password at a time (ISO 8601, UTC): once, after its code matched. */
export const isGranted = ({ resets }: Account, browser: string, at: string): boolean =>
  (resets[browser]?.granted ?? '') > at

/** Sets a new password where the code has matched, and ends every session and every other reset. */
export const resetPassword = accountCommand('updatePassword', z.object({ browser: digest, passwordHash }), {
  summary: 'Set a new password after the OTP matched',
  call: 'POST /api/update-password',
  logged: { account: 'reset a password' },
  route: () => ({ roles: 'anyone', limit: 'reset', body: newPassword, problems: [403] }),
  success: 'Password updated. Please log in.',
  decide(account, { browser, passwordHash }, { at }) {
    if (!isGranted(account, browser, at)) throw new NotAllowed(notGranted)
    return [PasswordChanged({ passwordHash })]
  },
})

/** Gives a new password to another admin who is locked out, and ends all their sessions. */
export const replacePassword = accountCommand('replacePassword', z.object({ personId, passwordHash }), {
  roles: ['admin'],
  forbidden: 'Only admins can reset a password',
  success: 'Password reset. They’ve been logged out everywhere.',
  decide(account, { personId, passwordHash }, { by }) {
    onlyExisting(account)
    if (account.role !== 'admin') throw new Refusal('This is a client. They can reset their password by email.')
    if (personId === by.id) throw new Refusal('Change your own password in your settings')
    return [PasswordChanged({ passwordHash })]
  },
})
