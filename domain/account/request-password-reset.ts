import { z } from 'zod'
import { TooMany } from '../command.ts'
import { accountCommand, addMilliseconds, attemptsOf, deviceId, digest, lastHour } from './account.ts'
import { email } from './register.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a code can be entered. */
export const codeLifetime = 10 * minute
const codeInterval = 60 * second
const maxCodesPerHour = 5

export const resetRequest = z.object({ email })

/**
 * Begins a reset in one browser; the code goes out by mail. Recorded for an address without an account too: the answer,
 * its time and its limits do not disclose who is a client here.
 */
export const requestPasswordReset = accountCommand({
  input: z.object({ browser: digest, codeHash: digest, deviceId: deviceId.optional() }),
  success: 'If this email address has an account, we’ve sent an OTP. It’s valid for 10 minutes.',
  decide(account, { browser, codeHash, deviceId }, { at }) {
    const asked = lastHour(attemptsOf(account, deviceId).codesAsked, at)
    const since = (time: string | undefined) => (time === undefined ? Infinity : Date.parse(at) - Date.parse(time))
    const wait = codeInterval - since(asked.at(-1))
    if (wait > 0) throw new TooMany('Please wait a minute, then ask for a new OTP', wait / second)
    if (asked.length >= maxCodesPerHour) {
      throw new TooMany(
        'You’ve asked for 5 OTPs in the last hour. Please try again later.',
        (hour - since(asked.at(-maxCodesPerHour))) / second,
      )
    }
    const data = { browser, codeHash, expires: addMilliseconds(at, codeLifetime), ...(deviceId ? { deviceId } : {}) }
    return [{ type: 'PasswordResetRequested', data }]
  },
})
