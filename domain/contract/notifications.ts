import { z } from 'zod'
import { pushSubscription } from '../subscription/subscription.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { parseJson } from './json.ts'
import { message, time } from './schemas.ts'

/** A subscription as pages send it: `JSON.stringify(subscription)`, or the object itself. */
const sentSubscription = z.preprocess(
  (value) => (typeof value === 'string' ? parseJson(value) : value),
  pushSubscription,
)

const ways = z.object({ mail: z.boolean(), push: z.boolean() })

/** By which ways people are notified, and on which of their devices. */
export const notificationCalls = {
  pushKey: {
    endpoint: 'GET /api/push-key',
    summary: 'The public key that a browser subscribes to pushes with',
    roles: 'anyone',
    answer: z.object({ publicKey: z.string() }),
  },
  addSubscription: {
    endpoint: 'POST /api/add-subscription',
    summary: 'Send pushes to this device',
    roles: clientsAndAdmins,
    limit: 'push',
    body: z.object({ subscription: sentSubscription }),
    answer: message,
    problems: [409],
  },
  subscriptions: {
    endpoint: 'GET /api/subscriptions',
    summary: 'The devices that pushes are sent to',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
  },
  deleteSubscription: {
    endpoint: 'DELETE /api/delete-subscription',
    summary: 'Send no more pushes to a device',
    roles: clientsAndAdmins,
    query: z.object({ id: z.string('Which device?').regex(/^[\w-]{22}$/, 'Which device?') }),
    answer: message,
  },
  testPush: {
    endpoint: 'POST /api/test-push',
    summary: 'Send a test push to all devices of the user',
    roles: clientsAndAdmins,
    limit: 'push',
    answer: message.extend({ sent: z.int() }),
    problems: [409],
  },
  notifications: {
    endpoint: 'GET /api/notifications',
    summary: 'By which ways the user is notified',
    roles: clientsAndAdmins,
    answer: ways,
  },
} as const satisfies Record<string, Call>
