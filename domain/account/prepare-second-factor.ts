import { z } from 'zod'
import { clear, defineEvent, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { message } from '#domain/contract/schemas.ts'
import {
  type Account,
  accountCommand,
  addMilliseconds,
  enteredPassword,
  passwordHash,
  refuseReplacedPassword,
} from './account.ts'
import { sealed } from './second-factor.ts'

/** How long a secret waits for its first code. */
const preparationLifetime = 30 * 60 * 1000

/** The form of a logged-in person who knows their password. */
export const passwordCheck = z.object({
  password: enteredPassword,
})

/** The error message when the account has a second factor already. */
export const alreadyEnabled = 'Two-step verification is already on'

/** The secret is sealed: the events alone open nothing. */
export const SecondFactorPrepared = defineEvent(
  'SecondFactorPrepared',
  { secret: personal(z.string(), ''), expires: clear(z.string()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Started setting up two-step verification',
    apply: (account: Account, preparedFactor) => ({ ...account, preparedFactor }),
  },
)

/** Begins to set up a second factor, with a fresh secret; the one prepared before ends. Nothing is asked for at a login yet. */
export const prepareSecondFactor = accountCommand(
  'startSecondFactor',
  z.object({ secret: sealed, checked: passwordHash }),
  {
    summary: 'Start setting up two-step verification, with the password',
    call: 'POST /api/start-second-factor',
    logged: { account: 'started setting up two-step verification' },
    route: () => ({
      limit: 'password',
      body: passwordCheck,
      /** `key` is to be typed into the app (base32), `uri` to be shown as a QR code. */
      answer: message.extend({ key: z.string(), uri: z.string() }),
      problems: [409],
    }),
    success: 'Scan the QR code with your app, then enter the code it shows',
    decide(account, { secret, checked }, { at }) {
      refuseReplacedPassword(account, checked)
      if (account.secondFactor) throw new Refusal(alreadyEnabled)
      return [SecondFactorPrepared({ secret, expires: addMilliseconds(at, preparationLifetime) })]
    },
  },
)
