import { z } from 'zod'
import { defineEvent, personal } from '#domain/action.ts'
import { type Account, accountCommand, passwordHash, refuseReplacedPassword } from './account.ts'
import { fullProof } from './disable-second-factor.ts'
import { recoveryCodes, withRecoveryCodes } from './enable-second-factor.ts'
import { isPassed, readCode, tryCode, withFactor } from './second-factor.ts'

export const RecoveryCodesReplaced = defineEvent(
  'RecoveryCodesReplaced',
  { recoveryCodes: personal(z.array(z.string()), []) },
  {
    kind: 'accounts.passwords',
    sentence: 'Created new recovery codes',
    apply: (account: Account, { recoveryCodes }) => withFactor(account, (factor) => ({ ...factor, recoveryCodes })),
  },
)

/** Puts ten fresh recovery codes in the place of those that are left, with the password and a code. */
export const replaceRecoveryCodes = accountCommand(
  'replaceRecoveryCodes',
  z.object({ checked: passwordHash, code: readCode, recoveryCodes }),
  {
    summary: 'Create 10 new recovery codes with password and code',
    call: 'POST /api/replace-recovery-codes',
    logged: { account: 'created new recovery codes' },
    route: () => ({ limit: 'password', body: fullProof, answer: withRecoveryCodes, problems: [409] }),
    success: 'You have 10 new recovery codes. The old ones no longer work.',
    decide(account, { checked, code, recoveryCodes }, { at }) {
      refuseReplacedPassword(account, checked)
      const tried = tryCode(account, code, at)
      return isPassed(tried) ? [...tried, RecoveryCodesReplaced({ recoveryCodes })] : tried
    },
  },
)
