import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, loggedIn, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { disableSecondFactor, resetSecondFactor } from './disable-second-factor.ts'
import { enableSecondFactor, notPrepared } from './enable-second-factor.ts'
import { codeNeeded, logIn } from './log-in.ts'
import { alreadyEnabled, prepareSecondFactor } from './prepare-second-factor.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { secondFactorCode, wrongSecondFactor } from './second-factor.ts'

const checked = registered.data.passwordHash
const secret = 'sealed secret'
const codes = Array.from({ length: 10 }, (_, at) => String(at).repeat(43))
const minutes = (from: string, count: number) => new Date(Date.parse(from) + count * 60_000).toISOString()
const now = '2026-11-16T09:00:00.000Z'
const by = (event: AccountEvent, at = now): Sample<AccountEvent> => ({ ...event, by: asha, at })

const prepared = by({ type: 'SecondFactorPrepared', data: { secret, expires: minutes(now, 30) } })
const enabled = by({ type: 'SecondFactorEnabled', data: { secret, step: 100, recoveryCodes: codes } })
const failed = (at: string) => by({ type: 'SecondFactorFailed', data: {} }, at)
const passed: AccountEvent = { type: 'SecondFactorPassed', data: { step: 101 } }
const used: AccountEvent = { type: 'RecoveryCodeUsed', data: { code: codes[3]! } }
const disabled: AccountEvent = { type: 'SecondFactorDisabled', data: {} }
const begun: AccountEvent = { type: 'LoggedIn', data: { session: 'telephone' } }

const good = { secret, step: 101 }
const credentials = { session: 'telephone', checked }

describe('setting up a second factor', () => {
  it('prepares a secret, and asks for nothing yet', () => {
    given(accounts, registered)
      .when(prepareSecondFactor, { secret, checked }, asha, now)
      .then({ type: 'SecondFactorPrepared', data: { secret, expires: minutes(now, 30) } })
    given(accounts, registered, prepared).when(logIn, credentials, asha).then(begun)
  })
  it('is on with the first code of that secret', () =>
    given(accounts, registered, prepared)
      .when(enableSecondFactor, { code: { secret, step: 100 }, recoveryCodes: codes }, asha, now)
      .then({ type: 'SecondFactorEnabled', data: { secret, step: 100, recoveryCodes: codes } }))
  it('is not on with a wrong one', () =>
    given(accounts, registered, prepared)
      .when(enableSecondFactor, { code: { secret }, recoveryCodes: codes }, asha, now)
      .thenRefused(wrongSecondFactor))
  it.each<[string, Sample<AccountEvent>[], string]>([
    ['nothing was prepared', [], now],
    ['half an hour has passed', [prepared], minutes(now, 30)],
    [
      'another secret was prepared since',
      [prepared, by({ ...prepared, data: { ...prepared.data, secret: 'b' } } as never)],
      now,
    ],
  ])('begins again where %s', (_, events, at) =>
    given(accounts, registered, ...events)
      .when(enableSecondFactor, { code: { secret, step: 100 }, recoveryCodes: codes }, asha, at)
      .thenRefused(notPrepared),
  )
  it('is refused where one is on', () =>
    given(accounts, registered, enabled)
      .when(prepareSecondFactor, { secret, checked }, asha)
      .thenRefused(alreadyEnabled))
})

describe('logging in with a second factor', () => {
  it('takes a code beside the password', () => {
    given(accounts, registered, enabled).when(logIn, credentials, asha).thenRefused(codeNeeded)
    given(accounts, registered, enabled)
      .when(logIn, { ...credentials, code: good }, asha)
      .then(passed, begun)
  })
  it.each<[string, object]>([
    ['of the time step that turned it on', { secret, step: 100 }],
    ['of a step before', { secret, step: 99 }],
    ['of another secret', { secret: 'other', step: 101 }],
    ['that is none', { secret }],
  ])('counts a code %s as a wrong try', (_, entered) =>
    given(accounts, registered, enabled)
      .when(logIn, { ...credentials, code: entered }, asha)
      .then({ type: 'SecondFactorFailed', data: {} }),
  )
  it('takes each code once', () =>
    given(accounts, registered, enabled, by(passed))
      .when(logIn, { ...credentials, code: good }, asha)
      .then({ type: 'SecondFactorFailed', data: {} }))
  it('takes each recovery code once', () => {
    const entered = { secret, digest: codes[3] }
    given(accounts, registered, enabled)
      .when(logIn, { ...credentials, code: entered }, asha)
      .then(used, begun)
    given(accounts, registered, enabled, by(used))
      .when(logIn, { ...credentials, code: entered }, asha)
      .then({ type: 'SecondFactorFailed', data: {} })
  })
  it('takes no code after five wrong ones, for a quarter of an hour', () => {
    const five = [0, 1, 2, 3, 4].map((minute) => failed(minutes(now, minute)))
    const at = (minute: number) =>
      given(accounts, registered, enabled, ...five).when(
        logIn,
        { ...credentials, code: good },
        asha,
        minutes(now, minute),
      )
    at(14).thenRefused('Too many wrong codes. Please try again in 15 minutes.')
    at(15).then(passed, begun)
  })
  // security: 6.4
  it('takes no code after thirty wrong ones, for a day', () => {
    const wrong = Array.from({ length: 30 }, (_, n) => failed(minutes(now, n * 16)))
    const at = (minute: number) =>
      given(accounts, registered, enabled, ...wrong).when(
        logIn,
        { ...credentials, code: good },
        asha,
        minutes(now, minute),
      )
    at(500).thenRefused('Too many wrong codes today. Please try again tomorrow.')
    at(24 * 60 - 1).thenRefused('Too many wrong codes today. Please try again tomorrow.')
    at(24 * 60).then(passed, begun)
  })
  it('forgets wrong ones after a good one', () =>
    given(accounts, registered, enabled, ...[1, 2, 3, 4].map(() => failed(now)), by(passed), failed(now))
      .when(logIn, { ...credentials, code: { secret, step: 102 } }, asha)
      .then({ type: 'SecondFactorPassed', data: { step: 102 } }, begun))
})

describe('turning a second factor off', () => {
  it('takes a code', () => {
    given(accounts, registered, enabled).when(disableSecondFactor, { checked, code: good }, asha).then(passed, disabled)
    given(accounts, registered, enabled)
      .when(disableSecondFactor, { checked, code: { secret } }, asha)
      .then({ type: 'SecondFactorFailed', data: {} })
  })
  it('does nothing where there is none', () =>
    given(accounts, registered).when(disableSecondFactor, { checked, code: good }, asha).then())
  it('lets the password alone log in again', () =>
    given(accounts, registered, enabled, by(disabled)).when(logIn, credentials, asha).then(begun))
  it('is done by an admin for another person, not for oneself, and not by a client', () => {
    const reset = given(accounts, registered, enabled)
    reset.when(resetSecondFactor, { personId: 'asha' }, meera).then(disabled)
    reset.when(resetSecondFactor, { personId: meera.id }, meera).thenRefused('Turn off your own in your settings')
    reset
      .when(resetSecondFactor, { personId: 'asha' }, asha)
      .thenRefused('Only admins can turn off two-step verification')
    given(accounts, registered).when(resetSecondFactor, { personId: 'asha' }, meera).then()
  })
  it('ends with the account of a removed admin: invited again, they begin without', () =>
    expect(
      fold(accounts, recorded('account-1', [registered, enabled, loggedIn, registered])).secondFactor,
    ).toBeUndefined())
})

describe('new recovery codes', () => {
  const fresh = codes.toReversed()
  it('take the place of the old ones', () =>
    given(accounts, registered, enabled)
      .when(replaceRecoveryCodes, { checked, code: good, recoveryCodes: fresh }, asha)
      .then(passed, { type: 'RecoveryCodesReplaced', data: { recoveryCodes: fresh } }))
})

describe('a code as it is typed', () => {
  it.each([
    ['123 456', '123456'],
    [' 123456 ', '123456'],
    ['abcde-fgh23', 'ABCDEFGH23'],
  ])('%j is read as %j', (typed, code) => expect(secondFactorCode.parse(typed)).toBe(code))
  it.each(['', '12345', '1234567', 'ABCDE-FGH2', 'ABCDE-FGH01', '१२३४५६'])('%j is none', (typed) =>
    expect(secondFactorCode.safeParse(typed).success).toBe(false),
  )
})
