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
    summary: 'The public key for push subscriptions',
    roles: 'anyone',
    answer: z.object({ publicKey: z.string() }),
  },
  addSubscription: {
    endpoint: 'POST /api/add-subscription',
    summary: 'Turn on notifications on this device',
    roles: clientsAndAdmins,
    limit: 'push',
    body: z.object({ subscription: sentSubscription }),
    answer: message,
    problems: [409],
  },
  subscriptions: {
    endpoint: 'GET /api/subscriptions',
    summary: 'List devices with notifications',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
  },
  deleteSubscription: {
    endpoint: 'DELETE /api/delete-subscription',
    summary: 'Turn off notifications on a device',
    roles: clientsAndAdmins,
    query: z.object({
      id: z.string('The device id is missing or invalid').regex(/^[\w-]{22}$/, 'The device id is missing or invalid'),
    }),
    answer: message,
  },
  testPush: {
    endpoint: 'POST /api/test-push',
    summary: 'Send a test notification to all of the user’s devices',
    roles: clientsAndAdmins,
    limit: 'push',
    answer: message.extend({ sent: z.int() }),
    problems: [409],
  },
  notifications: {
    endpoint: 'GET /api/notifications',
    summary: 'Get notification settings',
    roles: clientsAndAdmins,
    answer: ways,
  },
} as const satisfies Record<string, Call>
