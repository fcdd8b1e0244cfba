import { z } from 'zod'
import { Refusal, TooMany } from '../command.ts'
import {
  type AccountEvent,
  accountCommand,
  addMilliseconds,
  attemptsOf,
  deviceId,
  digest,
  isAddressProven,
  isRegistered,
  lastDay,
} from './account.ts'
import { secondsUntilOlder } from './second-factor.ts'

/** How long a browser may choose a new password after its code matched. */
const grantLifetime = 10 * 60 * 1000
const maxAttemptsPerCode = 5
/** How many wrong codes are taken in a day, from all strangers together or from one device: six codes' worth, of a million that it may be. */
const maxAttemptsPerDay = 30

/** What the second step of the form sends. */
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

/**
 * Tries a code in the browser it was asked for in. A wrong one is an event as well, recorded before the answer: so
 * there are never more tries than there should be, however many arrive at once. A right one ends a second factor
 * that was set up before anyone had confirmed the address; any other stays.
 */
export const tryResetCode = accountCommand({
  input: z.object({ browser: digest, codeHash: digest, deviceId: deviceId.optional() }),
  success: 'OTP Matched Succesfully',
  decide(account, { browser, codeHash, deviceId }, { at }): AccountEvent[] {
    const reset = account.resets[browser]
    if (!reset || reset.expires <= at || reset.tries >= maxAttemptsPerCode) throw new Refusal(noCode)
    const today = lastDay(attemptsOf(account, deviceId).codesTried, at)
    if (today.length >= maxAttemptsPerDay) {
      throw new TooMany('Too many wrong OTPs today. Please try again tomorrow.', secondsUntilOlder(today, at))
    }
    if (reset.codeHash !== codeHash || !isRegistered(account)) {
      return [{ type: 'PasswordResetCodeTried', data: { browser, ...(deviceId ? { deviceId } : {}) } }]
    }
    if (reset.granted) return []
    const until = addMilliseconds(at, grantLifetime)
    const granted: AccountEvent = { type: 'PasswordResetGranted', data: { browser, until } }
    // Set up by someone who had never read a mail there: it must not keep out whoever does.
    const isOfStranger = account.secondFactor !== undefined && !isAddressProven(account)
    return isOfStranger ? [granted, { type: 'SecondFactorDisabled', data: {} }] : [granted]
  },
})
