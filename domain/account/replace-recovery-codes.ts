import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, passwordHash } from './account.ts'
import { recoveryCodes } from './enable-second-factor.ts'
import { isPassed, readCode, tryCode } from './second-factor.ts'

/** Puts ten fresh recovery codes in the place of those that are left, with the password and a code. */
export const replaceRecoveryCodes = accountCommand({
  input: z.object({ checked: passwordHash, entered: readCode, recoveryCodes }),
  success: 'You have 10 new recovery codes. The old ones no longer work.',
  decide(account, { checked, entered, recoveryCodes }, { at }) {
    if (account.passwordHash !== checked) throw new Refusal('Your password has just been changed. Please log in again.')
    const tried = tryCode(account, entered, at)
    return isPassed(tried) ? [...tried, { type: 'RecoveryCodesReplaced', data: { recoveryCodes } }] : tried
  },
})
