import { z } from 'zod'
import { defineEvent, noData } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import {
  type Account,
  accountCommand,
  onePerson,
  onlyExisting,
  passwordHash,
  refuseReplacedPassword,
} from './account.ts'
import { passwordCheck } from './prepare-second-factor.ts'
import { isPassed, readCode, secondFactorCode, tryCode } from './second-factor.ts'

/** The proof that the person themselves asks: the password and a code. */
export const fullProof = passwordCheck.extend({ code: secondFactorCode })

export const SecondFactorDisabled = defineEvent('SecondFactorDisabled', noData, {
  kind: 'accounts.passwords',
  sentence: 'Turned off two-step verification',
  apply: ({ secondFactor: _, ...account }: Account): Account => account,
})

/** Turns the second factor off, with the password (checked by the route against `checked`) and a code. */
export const disableSecondFactor = accountCommand(
  'disableSecondFactor',
  z.object({ checked: passwordHash, code: readCode }),
  {
    summary: 'Turn off two-step verification with password and code',
    call: 'POST /api/disable-second-factor',
    logged: { account: 'turned off two-step verification' },
    route: () => ({ limit: 'password', body: fullProof, problems: [409] }),
    success: 'Two-step verification is off. You log in with your password only.',
    decide(account, { checked, code }, { at }) {
      refuseReplacedPassword(account, checked)
      if (!account.secondFactor) return []
      const tried = tryCode(account, code, at)
      return isPassed(tried) ? [...tried, SecondFactorDisabled({})] : tried
    },
  },
)

/** Turns off the second factor of another person, who has lost their device and their recovery codes. */
export const resetSecondFactor = accountCommand('resetSecondFactor', onePerson, {
  summary: 'Turn off another person’s two-step verification',
  call: 'PUT /api/reset-second-factor',
  logged: { admin: 'turned off another person’s two-step verification' },
  route: () => ({ body: onePerson, confirmed: true }),
  roles: ['admin'],
  forbidden: 'Only admins can turn off two-step verification',
  success: 'Two-step verification turned off. They can set it up again.',
  decide(account, { personId }, { by }) {
    onlyExisting(account)
    if (personId === by.id) throw new Refusal('Turn off your own in your settings')
    return account.secondFactor ? [SecondFactorDisabled({})] : []
  },
})
