import { z } from 'zod'
import { defineEvent, personal } from '../action.ts'
import { Refusal } from '../command.ts'
import { type Account, accountCommand, passwordHash } from './account.ts'
import { fullProof } from './disable-second-factor.ts'
import { recoveryCodes, withRecoveryCodes } from './enable-second-factor.ts'
import { isPassed, readCode, tryCode, withFactor } from './second-factor.ts'

export const RecoveryCodesReplaced = defineEvent(
  'RecoveryCodesReplaced',
  { recoveryCodes: personal(z.array(z.string()), []) },
  {
    kind: 'accounts.passwords',
    sentence: 'Made new recovery codes',
    apply: (account: Account, { recoveryCodes }) => withFactor(account, (factor) => ({ ...factor, recoveryCodes })),
  },
)

/** Puts ten fresh recovery codes in the place of those that are left, with the password and a code. */
export const replaceRecoveryCodes = accountCommand(
  'replaceRecoveryCodes',
  z.object({ checked: passwordHash, entered: readCode, recoveryCodes }),
  {
    summary: 'Make ten new recovery codes, with the password and a code',
    call: 'POST /api/replace-recovery-codes',
    route: () => ({ limit: 'password', body: fullProof, answer: withRecoveryCodes, problems: [409] }),
    success: 'Ten new recovery codes. The old ones are good for nothing now.',
    decide(account, { checked, entered, recoveryCodes }, { at }) {
      if (account.passwordHash !== checked) throw new Refusal('Your password was changed in the meantime')
      const tried = tryCode(account, entered, at)
      return isPassed(tried) ? [...tried, RecoveryCodesReplaced({ recoveryCodes })] : tried
    },
  },
)
