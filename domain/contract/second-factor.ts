import { z } from 'zod'
import { type Call, clientsAndAdmins } from './call.ts'
import { time } from './schemas.ts'

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
} as const satisfies Record<string, Call>
