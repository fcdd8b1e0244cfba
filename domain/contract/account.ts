import { z } from 'zod'
import { invitationToken } from '#domain/account/accept-invitation.ts'
import { accountCommands } from '#domain/account/actions.ts'
import { orderView } from '#domain/account/order-views.ts'
import { passwordCheck } from '#domain/account/prepare-second-factor.ts'
import { deviceCodeRequest } from '#domain/account/prove-device.ts'
import { setUpCommands } from '#domain/account/set-up.ts'
import { callsOf } from '#domain/action.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, problem, role, time } from './schemas.ts'
import { wireAgency } from './settings.ts'

/** The answer about the site that every caller gets. */
const site = {
  agency: wireAgency,
  /** There when the agency, its people and its orders are invented. */
  demo: z.literal(true).optional(),
}

/** The session user; `revision` is what a change of the profile is sent on, as `If-Match`. */
const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  admin: z.boolean(),
  /** Whether they have shown that the address is theirs. */
  proven: z.boolean(),
  /** The name of the admin who looks at the client's pages as the client, in a view that changes nothing. */
  viewedBy: z.string().optional(),
  revision: z.int(),
})
export type SessionUser = z.infer<typeof sessionUser>

/** How large a file may be that is given as an answer or shared, in bytes, and how many are shared at once. */
const uploadLimits = z.object({ answerFileSize: z.number(), sharedFileSize: z.number(), filesAtOnce: z.int() })
export type UploadLimits = z.infer<typeof uploadLimits>

/** Accounts, sessions and passwords, and what an admin has saved for themselves. */
export const accountCalls = {
  getSession: {
    endpoint: 'GET /api/session',
    summary: 'The session user',
    scope: null,
    roles: 'anyone',
    viewable: true,
    answer: sessionUser.extend({ limits: uploadLimits, ...site }),
    problems: [401],
    // With the 401 of a visitor; who asks as a client that is not there is told no more than that.
    problem: problem.extend(z.object(site).partial().shape),
  },
  getSessions: {
    endpoint: 'GET /api/get-sessions',
    summary: 'List the user’s sessions, this one first',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
  },
  endSession: {
    endpoint: 'PUT /api/end-session',
    summary: 'Log out one device',
    logged: { login: 'logged out a device' },
    roles: clientsAndAdmins,
    body: z.object({
      id: z.string('The session id is missing or invalid').regex(/^[\w-]{22}$/, 'The session id is missing or invalid'),
    }),
    answer: message,
  },
  sendAddressProof: {
    endpoint: 'POST /api/send-address-proof',
    summary: 'Send an email to confirm the email address',
    roles: clientsAndAdmins,
    limit: 'otp',
    unkeyed: true,
    answer: message,
    problems: [409, 503],
  },
  confirmPassword: {
    endpoint: 'POST /api/confirm-password',
    summary: 'Confirm the password again; it counts in this session for 5 minutes',
    roles: clientsAndAdmins,
    limit: 'password',
    unkeyed: true,
    body: passwordCheck,
    answer: message,
  },
  requestDeviceCode: {
    endpoint: 'POST /api/request-device-code',
    summary: 'Send a code by email to confirm this device after too many failed attempts',
    logged: { account: 'asked for a code to confirm a device' },
    roles: 'anyone',
    limit: 'proof',
    unkeyed: true,
    body: deviceCodeRequest,
    answer: message,
  },
  getInvitation: {
    endpoint: 'GET /api/get-invitation',
    summary: 'Get an invitation, with what is known about the person',
    roles: 'anyone',
    limit: 'register',
    query: z.object({ token: invitationToken }),
    answer: z.object({
      role,
      email: z.string(),
      expires: time,
      name: z.string().optional(),
      phone: z.string().optional(),
    }),
    problems: [404],
  },
  /** Codes of an authenticator app (TOTP, RFC 6238). */
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
  getOrderViews: {
    endpoint: 'GET /api/get-order-views',
    summary: 'List the admin’s saved views of the orders',
    roles: ['admin'],
    answer: z.object({ data: z.array(orderView) }),
  },
  ...callsOf({ ...accountCommands, ...setUpCommands }, { answer: message }),
} as const satisfies Record<string, Call>
