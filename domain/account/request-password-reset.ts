import { z } from 'zod'
import { clear, defineEvent } from '#domain/action.ts'
import { TooMany } from '#domain/command.ts'
import {
  type Account,
  accountCommand,
  addMilliseconds,
  attemptsOf,
  deviceId,
  digest,
  lastHour,
  withAttempts,
} from './account.ts'
import { email } from './register.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a code can be entered. */
export const codeLifetime = 10 * minute
const codeInterval = 60 * second
const maxCodesPerHour = 5

export const resetRequest = z.object({ email })

/** `deviceId` is the device that asks, where it has proven itself: it is not counted with strangers. */
export const PasswordResetRequested = defineEvent(
  'PasswordResetRequested',
  {
    browser: clear(z.string()),
    codeHash: clear(z.string()),
    expires: clear(z.string()),
    deviceId: clear(z.string().optional()),
  },
  {
    kind: 'accounts.passwords',
    sentence: 'Requested a password reset code',
    apply(account: Account, { browser, deviceId, ...reset }, { at }) {
      const resets = { ...withoutExpiredResets(account.resets, at), [browser]: { ...reset, tries: 0 } }
      return withAttempts({ ...account, resets }, deviceId, ({ codesRequested }) => ({
        codesRequested: [...lastHour(codesRequested, at), at],
      }))
    },
  },
)

const withoutExpiredResets = (resets: Account['resets'], now: string) =>
  Object.fromEntries(Object.entries(resets).filter(([, { expires, granted }]) => (granted ?? expires) > now))

/**
 * Begins a reset in one browser; the code goes out by mail. Recorded for an address without an account too: the answer,
 * its time and its limits do not disclose who is a client here.
 */
export const requestPasswordReset = accountCommand(
  'requestOtp',
  z.object({ browser: digest, codeHash: digest, deviceId: deviceId.optional() }),
  {
    summary: 'Send an OTP by email',
    call: 'POST /api/checkotp',
    logged: { account: 'asked for a password reset' },
    route: () => ({ roles: 'anyone', limit: 'otp', body: resetRequest }),
    success: 'If this email address has an account, we’ve sent an OTP. It’s valid for 10 minutes.',
    decide(account, { browser, codeHash, deviceId }, { at }) {
      const requestTimes = lastHour(attemptsOf(account, deviceId).codesRequested, at)
      const since = (time: string | undefined) => (time === undefined ? Infinity : Date.parse(at) - Date.parse(time))
      const wait = codeInterval - since(requestTimes.at(-1))
      if (wait > 0) throw new TooMany('Please wait a minute, then ask for a new OTP', wait / second)
      if (requestTimes.length >= maxCodesPerHour) {
        throw new TooMany(
          deviceId
            ? 'You’ve asked for 5 OTPs in the last hour. Please try again later.'
            : '5 OTPs were requested for this email address in the last hour. Please try again later.',
          (hour - since(requestTimes.at(-maxCodesPerHour))) / second,
        )
      }
      const data = { browser, codeHash, expires: addMilliseconds(at, codeLifetime), ...(deviceId ? { deviceId } : {}) }
      return [PasswordResetRequested(data)]
    },
  },
)
