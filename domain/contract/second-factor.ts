import { z } from 'zod'
import { fullProof } from '../account/disable-second-factor.ts'
import { firstCode } from '../account/enable-second-factor.ts'
import { passwordCheck } from '../account/prepare-second-factor.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, time } from './schemas.ts'

/** Shown once, in this answer: what is stored are digests. */
const withRecoveryCodes = message.extend({ recoveryCodes: z.array(z.string()) })

/** The second factor of the user's own account: codes of an authenticator app (TOTP, RFC 6238). */
export const secondFactorCalls = {
  getSecondFactor: {
    endpoint: 'GET /api/get-second-factor',
    summary: 'Get the status of two-step verification',
    roles: clientsAndAdmins,
    answer: z.object({
      enabled: z.boolean(),
      since: time.optional(),
      /** How many recovery codes are not used yet. */
      recoveryCodesLeft: z.int(),
    }),
  },
  startSecondFactor: {
    endpoint: 'POST /api/start-second-factor',
    summary: 'Start setting up two-step verification, with the password',
    roles: clientsAndAdmins,
    limit: 'password',
    body: passwordCheck,
    /** `key` is to be typed into the app (base32), `uri` to be shown as a QR code. */
    answer: message.extend({ key: z.string(), uri: z.string() }),
    problems: [409],
  },
  enableSecondFactor: {
    endpoint: 'POST /api/enable-second-factor',
    summary: 'Turn on two-step verification with a code from the app',
    roles: clientsAndAdmins,
    limit: 'password',
    body: firstCode,
    answer: withRecoveryCodes,
    problems: [409],
  },
  disableSecondFactor: {
    endpoint: 'POST /api/disable-second-factor',
    summary: 'Turn off two-step verification with password and code',
    roles: clientsAndAdmins,
    limit: 'password',
    body: fullProof,
    answer: message,
    problems: [409],
  },
  replaceRecoveryCodes: {
    endpoint: 'POST /api/replace-recovery-codes',
    summary: 'Create 10 new recovery codes with password and code',
    roles: clientsAndAdmins,
    limit: 'password',
    body: fullProof,
    answer: withRecoveryCodes,
    problems: [409],
  },
} as const satisfies Record<string, Call>
