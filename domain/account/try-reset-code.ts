import { z } from 'zod'
import { clear, defineEvent } from '#domain/action.ts'
import { TooMany, WrongLink } from '#domain/command.ts'
import { message, problem } from '#domain/contract/schemas.ts'
import {
  type Account,
  accountCommand,
  addMilliseconds,
  attemptsOf,
  deviceId,
  digest,
  isAddressProven,
  isRegistered,
  lastDay,
  type PasswordReset,
  proven,
  withAttempts,
} from './account.ts'
import { SecondFactorDisabled } from './disable-second-factor.ts'
import { secondsUntilOlder } from './second-factor.ts'

/** How long a browser may choose a new password after its code matched. */
const grantLifetime = 10 * 60 * 1000
const maxAttemptsPerCode = 5
/** How many wrong codes are taken in a day, from all strangers together or from one device: six codes' worth, of a million that it may be. */
const maxAttemptsPerDay = 30

/** The body of the form’s second step. */
export const enteredCode = z.object({
  OneTimePassword: z
    .string('Please enter the OTP')
    .transform((entered) => entered.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the 6-digit OTP'))
    .meta({ pattern: '^\\s*(\\d\\s*){6}$' }),
})

/** The error messages when a code is wrong, and when there is none to try. */
export const wrongCode = 'This OTP is wrong. Check the email and try again.'
export const noCode = 'This OTP has expired. Please ask for a new one.'

export const PasswordResetCodeTried = defineEvent(
  'PasswordResetCodeTried',
  { browser: clear(z.string()), deviceId: clear(z.string().optional()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Entered a wrong password reset code',
    apply(account: Account, { browser, deviceId }, { at }) {
      const tried = withReset(account, browser, (reset) => ({ ...reset, tries: reset.tries + 1 }))
      return withAttempts(tried, deviceId, ({ codesTried }) => ({ codesTried: [...lastDay(codesTried, at), at] }))
    },
  },
)

export const PasswordResetGranted = defineEvent(
  'PasswordResetGranted',
  { browser: clear(z.string()), until: clear(z.string()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Entered the correct password reset code',
    apply(account: Account, { browser, until }) {
      const granted = withReset(account, browser, (reset) => ({ ...reset, granted: until }))
      if (!isRegistered(account) || isAddressProven(account)) return granted
      const { addressChange: _, preparedFactor: __, calendar: ___, ...others } = proven(granted)
      return { ...others, sessions: {}, passwordOutdated: true as const }
    },
  },
)

const withReset = (account: Account, browser: string, change: (reset: PasswordReset) => PasswordReset): Account => {
  const reset = account.resets[browser]
  return reset ? { ...account, resets: { ...account.resets, [browser]: change(reset) } } : account
}

type Entered = ReturnType<typeof PasswordResetCodeTried | typeof PasswordResetGranted | typeof SecondFactorDisabled>

/**
 * Tries a code in the browser that requested it. A wrong one is an event as well, recorded before the answer: so
 * there are never more tries than there should be, however many arrive at once. A right one ends a second factor
 * and a calendar link that were set up before anyone had confirmed the address; any other stays.
 */
export const tryResetCode = accountCommand(
  'checkOtp',
  z.object({ browser: digest, codeHash: digest, deviceId: deviceId.optional() }),
  {
    summary: 'Check the OTP',
    call: 'POST /api/checkotp/otp',
    logged: { account: 'entered a password reset code' },
    route: () => ({
      roles: 'anyone',
      limit: 'code',
      body: enteredCode,
      answer: message.extend({ otpMatched: z.literal(true), email: z.string() }),
      problem: problem.extend({ otpMatched: z.literal(false).optional() }),
      problems: [409],
    }),
    success: 'OTP Matched Succesfully',
    decide(account, { browser, codeHash, deviceId }, { at }): Entered[] {
      const reset = account.resets[browser]
      if (!reset || reset.expires <= at || reset.tries >= maxAttemptsPerCode) throw new WrongLink(noCode)
      const today = lastDay(attemptsOf(account, deviceId).codesTried, at)
      if (today.length >= maxAttemptsPerDay) {
        throw new TooMany('Too many wrong OTPs today. Please try again tomorrow.', secondsUntilOlder(today, at))
      }
      if (reset.codeHash !== codeHash || !isRegistered(account)) {
        return [PasswordResetCodeTried({ browser, ...(deviceId ? { deviceId } : {}) })]
      }
      if (reset.granted) return []
      const until = addMilliseconds(at, grantLifetime)
      const granted = PasswordResetGranted({ browser, until })
      // Set up by a person who had never read a mail there: it must not keep out the reader of the mailbox.
      const isOfStranger = account.secondFactor !== undefined && !isAddressProven(account)
      return isOfStranger ? [granted, SecondFactorDisabled({})] : [granted]
    },
  },
)
