import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, passwordHash } from './account.ts'
import { passwordCheck } from './prepare-second-factor.ts'
import { isPassed, readCode, secondFactorCode, tryCode } from './second-factor.ts'

/** What proves that the person themselves asks: the password and a code. */
export const fullProof = passwordCheck.extend({ code: secondFactorCode })

/** Turns the second factor off, with the password (checked by the route against `checked`) and a code. */
export const disableSecondFactor = accountCommand({
  input: z.object({ checked: passwordHash, entered: readCode }),
  success: 'Two-step verification is off. You log in with your password only.',
  decide(account, { checked, entered }, { at }) {
    if (account.passwordHash !== checked) throw new Refusal('Your password has just been changed. Please log in again.')
    if (!account.secondFactor) return []
    const tried = tryCode(account, entered, at)
    return isPassed(tried) ? [...tried, { type: 'SecondFactorDisabled', data: {} }] : tried
  },
})
