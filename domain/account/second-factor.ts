import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { Refusal, TooMany } from '#domain/command.ts'
import {
  type Account,
  attemptsOf,
  deviceId,
  digest,
  failureWindow,
  lastDay,
  recentFailures,
  type SecondFactor,
  withAttempts,
} from './account.ts'

export const recoveryCodeCount = 10

const maxFailures = 5
const maxFailuresPerDay = 30

/** The code a person enters: six digits of the authenticator app, or a recovery code. Spaces and hyphens do not count. */
export const secondFactorCode = z
  .string('Please enter the code')
  .max(64, 'Please enter the code')
  .transform((entered) => entered.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{10})$/, 'Please enter the 6-digit code or a recovery code'))

export const sealed = z.string().min(1)

/**
 * A code as the api read it. It has its time step if it is one of the secret's around now, and its digest if it may be
 * a recovery code. `secret` is the sealed secret it was compared with; `deviceId` the device that it was entered on,
 * where that is no stranger.
 */
export const readCode = z.object({
  secret: sealed,
  step: z.int().optional(),
  digest: digest.optional(),
  deviceId: deviceId.optional(),
})
export type ReadCode = z.infer<typeof readCode>

/** An account for which no wrong code counts any more. */
export const withoutFailedCodes = (account: Account): Account => {
  const devices = Object.entries(account.deviceAttempts ?? {})
  const deviceAttempts = Object.fromEntries(devices.map(([id, attempts]) => [id, { ...attempts, failedCodes: [] }]))
  return { ...account, failedCodes: [], ...(devices.length > 0 ? { deviceAttempts } : {}) }
}

/** An account with its second factor changed, where it has one. */
export const withFactor = (account: Account, change: (factor: SecondFactor) => SecondFactor): Account =>
  account.secondFactor ? { ...account, secondFactor: change(account.secondFactor) } : account

export const SecondFactorPassed = defineEvent(
  'SecondFactorPassed',
  { step: z.int() },
  {
    kind: 'accounts.logins',
    sentence: 'Entered a verification code',
    apply: (account: Account, { step }) =>
      withoutFailedCodes(withFactor(account, (factor) => ({ ...factor, lastStep: step }))),
  },
)

export const SecondFactorFailed = defineEvent(
  'SecondFactorFailed',
  { deviceId: clear(z.string().optional()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Entered a wrong verification code',
    apply: (account: Account, { deviceId }, { at }) =>
      withAttempts(account, deviceId, ({ failedCodes }) => ({ failedCodes: [...lastDay(failedCodes, at), at] })),
  },
)

export const RecoveryCodeUsed = defineEvent(
  'RecoveryCodeUsed',
  { code: personal(z.string(), '') },
  {
    kind: 'accounts.passwords',
    sentence: 'Used a recovery code',
    apply(account: Account, { code }) {
      const used = withFactor(account, ({ recoveryCodes, ...factor }) => ({
        ...factor,
        recoveryCodes: recoveryCodes.filter((each) => each !== code),
      }))
      return withoutFailedCodes(used)
    },
  },
)

/** The error message when a code is wrong, or was used before. */
export const wrongSecondFactor = 'This code is wrong or already used. Wait for the next one and try again.'

/**
 * The events that come of a code. A wrong one is an event as well, recorded before the answer: so there are never more
 * tries than there should be, however many arrive at once. Throws `Refusal` without a second factor, and `TooMany`.
 */
export function tryCode(account: Account, { secret, step, digest, deviceId }: ReadCode, at: string) {
  const { secondFactor } = account
  const { failedCodes } = attemptsOf(account, deviceId)
  if (!secondFactor) throw new Refusal('Two-step verification is off for this account')
  const failures = recentFailures(failedCodes, at)
  if (failures.length >= maxFailures) {
    const wait = failureWindow - (Date.parse(at) - Date.parse(failures.at(-maxFailures)!))
    throw new TooMany('Too many wrong codes. Please try again in 15 minutes.', wait / 1000)
  }
  const today = lastDay(failedCodes, at)
  if (today.length >= maxFailuresPerDay) {
    throw new TooMany('Too many wrong codes today. Please try again tomorrow.', secondsUntilOlder(today, at))
  }
  if (step !== undefined && secret === secondFactor.secret && step > secondFactor.lastStep) {
    return [SecondFactorPassed({ step })]
  }
  if (digest !== undefined && secondFactor.recoveryCodes.includes(digest)) {
    return [RecoveryCodeUsed({ code: digest })]
  }
  return [SecondFactorFailed(deviceId ? { deviceId } : {})]
}

/** The seconds until the first of some times will be more than a day old. */
export const secondsUntilOlder = (times: readonly string[], now: string): number =>
  (Date.parse(times[0]!) + 24 * 60 * 60 * 1000 - Date.parse(now)) / 1000

/** Whether events that came of a code say that it was good. */
export const isPassed = (events: readonly { type: string }[]): boolean =>
  events.some(({ type }) => type === 'SecondFactorPassed' || type === 'RecoveryCodeUsed')

/** Whether they say that it was not. */
export const isFailed = (events: readonly { type: string }[]): boolean =>
  events.some(({ type }) => type === 'SecondFactorFailed')
