import { z } from 'zod'
import { defineEvent, personal } from '#domain/action.ts'
import { Refusal, WrongCredential } from '#domain/command.ts'
import { message } from '#domain/contract/schemas.ts'
import { type Account, accountCommand, digest } from './account.ts'
import { alreadyEnabled } from './prepare-second-factor.ts'
import {
  readCode,
  recoveryCodeCount,
  secondFactorCode,
  withoutFailedCodes,
  wrongSecondFactor,
} from './second-factor.ts'

/** The body that the page sends once the app shows codes. */
export const firstCode = z.object({ code: secondFactorCode })

/** The error message when no secret was prepared, or too long ago. */
export const notPrepared = 'This took too long. Please start again.'

/** The recovery codes as they are stored: digests. */
export const recoveryCodes = z.array(digest).length(recoveryCodeCount)

/** The secret is sealed, and the recovery codes are digests: the events alone open nothing. */
export const SecondFactorEnabled = defineEvent(
  'SecondFactorEnabled',
  { secret: personal(z.string(), ''), step: z.int(), recoveryCodes: personal(z.array(z.string()), []) },
  {
    kind: 'accounts.passwords',
    sentence: 'Turned on two-step verification',
    apply({ preparedFactor: _, ...account }: Account, { secret, step, recoveryCodes }, { at }) {
      const secondFactor = { secret, recoveryCodes, lastStep: step, since: at }
      return withoutFailedCodes({ ...account, secondFactor, devicesSince: at })
    },
  },
)

/** Shown once, in this answer: what is stored are digests. */
export const withRecoveryCodes = message.extend({ recoveryCodes: z.array(z.string()) })

/** Turns the second factor on, once the app has shown a code of the secret that was prepared. */
export const enableSecondFactor = accountCommand('enableSecondFactor', z.object({ code: readCode, recoveryCodes }), {
  summary: 'Turn on two-step verification with a code from the app',
  call: 'POST /api/enable-second-factor',
  logged: { account: 'turned on two-step verification' },
  route: () => ({ limit: 'password', body: firstCode, answer: withRecoveryCodes, problems: [409] }),
  success: 'Two-step verification is on',
  decide({ secondFactor, preparedFactor }, { code: { secret, step }, recoveryCodes }, { at }) {
    if (secondFactor) throw new Refusal(alreadyEnabled)
    if (!preparedFactor || preparedFactor.expires <= at || preparedFactor.secret !== secret) {
      throw new Refusal(notPrepared)
    }
    // No event of a wrong one: the secret stands on the page of who enters it.
    if (step === undefined) throw new WrongCredential({ code: wrongSecondFactor })
    return [SecondFactorEnabled({ secret, step, recoveryCodes })]
  },
})
