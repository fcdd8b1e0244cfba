import { z } from 'zod'
import { Invalid, Refusal } from '../command.ts'
import { accountCommand, digest } from './account.ts'
import { alreadyEnabled } from './prepare-second-factor.ts'
import { readCode, recoveryCodeCount, secondFactorCode, wrongSecondFactor } from './second-factor.ts'

/** What the page sends once the app shows codes. */
export const firstCode = z.object({ code: secondFactorCode })

/** The error message when no secret was prepared, or too long ago. */
export const notPrepared = 'This took too long. Please start again.'

/** The recovery codes as they are stored: digests. */
export const recoveryCodes = z.array(digest).length(recoveryCodeCount)

/** Turns the second factor on, once the app has shown a code of the secret that was prepared. */
export const enableSecondFactor = accountCommand({
  input: z.object({ entered: readCode, recoveryCodes }),
  success: 'Two-step verification is on',
  decide({ secondFactor, preparedFactor }, { entered: { secret, step }, recoveryCodes }, { at }) {
    if (secondFactor) throw new Refusal(alreadyEnabled)
    if (!preparedFactor || preparedFactor.expires <= at || preparedFactor.secret !== secret) {
      throw new Refusal(notPrepared)
    }
    // No event of a wrong one: the secret stands on the page of who enters it.
    if (step === undefined) throw new Invalid({ code: wrongSecondFactor })
    return [{ type: 'SecondFactorEnabled', data: { secret, step, recoveryCodes } }]
  },
})
