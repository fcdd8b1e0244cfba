import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { addMilliseconds, anonymous } from './account.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { isGranted, notGranted, resetPassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { noCode, tryResetCode } from './try-reset-code.ts'

const second = 1000
const minute = 60 * second
const start = '2026-11-16T09:00:00.000Z'
const at = (milliseconds: number) => addMilliseconds(start, milliseconds)
const digest = (letter: string) => letter.repeat(43)

const kitchen = digest('k')
const codeHash = digest('1')
const codeRequested = (browser = kitchen, milliseconds = 0, device = {}): Sample<AccountEvent> => ({
  type: 'PasswordResetRequested',
  data: { browser, codeHash, expires: at(milliseconds + 10 * minute), ...device },
  by: anonymous,
  at: at(milliseconds),
})
const tried: AccountEvent = { type: 'PasswordResetCodeTried', data: { browser: kitchen } }
const granted = (milliseconds: number): AccountEvent => ({
  type: 'PasswordResetGranted',
  data: { browser: kitchen, until: at(milliseconds + 10 * minute) },
})
const was = (event: AccountEvent, milliseconds = 0): Sample<AccountEvent> => ({
  ...event,
  by: anonymous,
  at: at(milliseconds),
})
const passwordHash = '$argon2id$v=19$m=19456,t=2,p=1$bmV3$bmV3'
const changed: AccountEvent = { type: 'PasswordChanged', data: { passwordHash } }

describe('asking for a code', () => {
  const ask = { browser: kitchen, codeHash }
  const { by: _, at: __, ...requested } = codeRequested()

  it('begins a reset for ten minutes', () =>
    given(accounts, registered).when(requestPasswordReset, ask, anonymous, start).then(requested))
  it('is recorded without an account too', () =>
    given(accounts).when(requestPasswordReset, ask, anonymous, start).then(requested))
  it.each([0, 59_999])('is too often %i ms after the last one, of any caller', (late) =>
    given(accounts, registered, codeRequested(digest('z')))
      .when(requestPasswordReset, ask, anonymous, at(late))
      .thenRefused('Please wait a minute, then ask for a new OTP'),
  )
  it('is fine a minute after', () =>
    given(accounts, registered, codeRequested(kitchen, -minute))
      .when(requestPasswordReset, ask, anonymous, start)
      .then(requested))

  const codes = (device = {}) =>
    [-59, -40, -30, -20, -10].map((minutes) => codeRequested(digest('z'), minutes * minute, device))
  const five = codes()
  it('is too often the sixth time within an hour', () =>
    given(accounts, registered, ...five)
      .when(requestPasswordReset, ask, anonymous, start)
      .thenRefused('5 OTPs were requested for this email address in the last hour. Please try again later.'))
  it('is too often the sixth time on a device that is known, and says so', () => {
    const device = { deviceId: 'd'.repeat(22) }
    given(accounts, registered, ...codes(device))
      .when(requestPasswordReset, { ...ask, ...device }, anonymous, start)
      .thenRefused('You’ve asked for 5 OTPs in the last hour. Please try again later.')
  })
  it('says when it will be fine', () => {
    const account = fold(accounts, recorded('account-1', [registered, ...five]))
    const refused = (milliseconds: number) => () =>
      requestPasswordReset.decide(account, ask, { by: anonymous, at: at(milliseconds) })
    expect(refused(0)).toThrow(expect.objectContaining({ seconds: 60 }))
    expect(refused(minute - 1)).toThrow(expect.objectContaining({ seconds: 1 }))
    expect(refused(minute)).not.toThrow()
  })
  it('takes digests only: the code itself is never recorded', () =>
    expect(requestPasswordReset.input.safeParse({ browser: kitchen, codeHash: '123456' }).success).toBe(false))
})

describe('trying a code', () => {
  const right = { browser: kitchen, codeHash }
  const wrong = { browser: kitchen, codeHash: digest('2') }
  const fourTimes = Array.from({ length: 4 }, () => was(tried))

  it('lets the browser choose a password for ten minutes', () =>
    given(accounts, registered, codeRequested())
      .when(tryResetCode, right, anonymous, at(9 * minute))
      .then(granted(9 * minute)))
  const proven: Sample<AccountEvent> = { type: 'AddressProven', data: {}, by: asha, at: start }
  const factor: Sample<AccountEvent> = {
    type: 'SecondFactorEnabled',
    data: { secret: 'sealed', step: 1, recoveryCodes: [] },
    by: asha,
    at: start,
  }
  it('ends a second factor of someone who had never confirmed the address', () =>
    given(accounts, registered, factor, codeRequested())
      .when(tryResetCode, right, anonymous, start)
      .then(granted(0), { type: 'SecondFactorDisabled', data: {} }))
  const calendarMade: Sample<AccountEvent> = {
    type: 'CalendarAddressMade',
    data: { salt: 's', digest: digest('c') },
    by: asha,
    at: start,
  }
  it('ends the address change, the second factor and the calendar link that such a person had begun or made', () => {
    const begun: Sample<AccountEvent>[] = [
      was({ type: 'AddressChangeRequested', data: { email: 's@x.example', tokenHash: 't', expires: at(minute) } }),
      was({ type: 'SecondFactorPrepared', data: { secret: 'sealed', expires: at(minute) } }),
      calendarMade,
    ]
    const granting = (...events: Sample<AccountEvent>[]) =>
      fold(accounts, recorded('account-1', [registered, ...events, codeRequested(), was(granted(0))]))
    expect(granting(...begun)).not.toMatchObject({ addressChange: expect.anything() })
    expect(granting(...begun)).not.toMatchObject({ preparedFactor: expect.anything() })
    expect(granting(...begun)).not.toMatchObject({ calendar: expect.anything() })
    expect(granting(proven, ...begun)).toMatchObject({ addressChange: {}, preparedFactor: {}, calendar: {} })
  })
  // security: 6.7
  it('leaves the second factor of a holder who has confirmed the address', () =>
    given(accounts, registered, proven, factor, codeRequested())
      .when(tryResetCode, right, anonymous, start)
      .then(granted(0)))
  it('records a wrong one', () =>
    given(accounts, registered, codeRequested()).when(tryResetCode, wrong, anonymous, start).then(tried))
  it('may be right the fifth time', () =>
    given(accounts, registered, codeRequested(), ...fourTimes)
      .when(tryResetCode, right, anonymous, start)
      .then(granted(0)))
  it('is over after five wrong ones, also with the right one', () =>
    given(accounts, registered, codeRequested(), ...fourTimes, was(tried))
      .when(tryResetCode, right, anonymous, start)
      .thenRefused(noCode))
  it('is over after ten minutes', () =>
    given(accounts, registered, codeRequested())
      .when(tryResetCode, right, anonymous, at(10 * minute))
      .thenRefused(noCode))
  it('is over once a password was chosen', () =>
    given(accounts, registered, codeRequested(), was(granted(0)), was(changed))
      .when(tryResetCode, right, anonymous, at(second))
      .thenRefused(noCode))
  it('is for the browser that asked', () =>
    given(accounts, registered, codeRequested(digest('z')))
      .when(tryResetCode, right, anonymous, start)
      .thenRefused(noCode))
  it('grants nothing new the second time', () =>
    given(accounts, registered, codeRequested(), was(granted(0)))
      .when(tryResetCode, right, anonymous, at(second))
      .then())
  it('counts for each browser by itself', () =>
    given(accounts, registered, codeRequested(), ...fourTimes, was(tried), codeRequested(digest('z'), minute))
      .when(tryResetCode, { ...right, browser: digest('z') }, anonymous, at(minute))
      .then({ type: 'PasswordResetGranted', data: { browser: digest('z'), until: at(11 * minute) } }))
  it('is never right without an account', () =>
    given(accounts, codeRequested()).when(tryResetCode, right, anonymous, start).then(tried))
})

describe('wrong codes', () => {
  const tried = (at: string): Sample<AccountEvent> => ({
    type: 'PasswordResetCodeTried',
    data: { browser: 'other' },
    by: asha,
    at,
  })
  const day = Array.from({ length: 30 }, (_, n) =>
    tried(`2026-11-15T${String(10 + Math.floor(n / 3)).padStart(2, '0')}:00:00.000Z`),
  )
  const ask: Sample<AccountEvent> = {
    type: 'PasswordResetRequested',
    data: { browser: 'b'.repeat(43), codeHash: 'c'.repeat(43), expires: '2026-11-17T09:00:00.000Z' },
    by: asha,
    at: '2026-11-16T08:59:00.000Z',
  }
  const input = { browser: 'b'.repeat(43), codeHash: 'd'.repeat(43) }
  // security: 6.3
  it('are taken thirty times a day, in all browsers together, and no right one after that', () => {
    const code = { ...input, codeHash: 'c'.repeat(43) }
    for (const each of [input, code]) {
      given(accounts, registered, ...day, ask)
        .when(tryResetCode, each, asha, '2026-11-16T09:00:00.000Z')
        .thenRefused('Too many wrong OTPs today. Please try again tomorrow.')
    }
    given(accounts, registered, ...day, ask)
      .when(tryResetCode, input, asha, '2026-11-16T10:00:00.000Z')
      .then({ type: 'PasswordResetCodeTried', data: { browser: input.browser } })
  })
})

describe('choosing a password after the code matched', () => {
  const choose = { browser: kitchen, passwordHash }
  const matched = [registered, codeRequested(), was(granted(0))]

  it('changes it', () =>
    given(accounts, ...matched)
      .when(resetPassword, choose, anonymous, at(second))
      .then(changed))
  it('can be done for ten minutes', () => {
    const account = fold(accounts, recorded('account-1', matched))
    expect([at(10 * minute - 1), at(10 * minute)].map((time) => isGranted(account, kitchen, time))).toEqual([
      true,
      false,
    ])
    given(accounts, ...matched)
      .when(resetPassword, choose, anonymous, at(10 * minute))
      .thenRefused(notGranted)
  })
  it('outlives the code', () =>
    given(
      accounts,
      registered,
      codeRequested(),
      was(granted(9 * minute), 9 * minute),
      codeRequested(digest('z'), 15 * minute),
    )
      .when(resetPassword, choose, anonymous, at(18 * minute))
      .then(changed))
  it('can be done once', () =>
    given(accounts, ...matched, was(changed))
      .when(resetPassword, choose, anonymous, at(second))
      .thenRefused(notGranted))
  it.each([
    ['without a code', [registered, codeRequested()]],
    ['in another browser', [registered, codeRequested(), codeRequested(digest('z')), was(granted(0))]],
  ])('is not for those %s', (_, events) =>
    given(accounts, ...events)
      .when(resetPassword, { ...choose, browser: digest('z') }, anonymous, at(second))
      .thenRefused(notGranted),
  )
  it('ends the resets of other browsers', () => {
    const account = fold(
      accounts,
      recorded('account-1', [...matched, codeRequested(digest('z')), { ...changed, by: asha, at: start }]),
    )
    expect([account.resets, account.passwordHash]).toEqual([{}, passwordHash])
  })
})
