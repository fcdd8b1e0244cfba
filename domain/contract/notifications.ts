import { z } from 'zod'
import { callsOf } from '../action.ts'
import { subscriptionCommands } from '../subscription/subscription.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, time } from './schemas.ts'

const ways = z.object({ mail: z.boolean(), push: z.boolean() })

/** By which ways people are notified, and on which of their devices. */
export const notificationCalls = {
  pushKey: {
    endpoint: 'GET /api/push-key',
    summary: 'The public key that a browser subscribes to pushes with',
    roles: 'anyone',
    answer: z.object({ publicKey: z.string() }),
  },
  subscriptions: {
    endpoint: 'GET /api/subscriptions',
    summary: 'The devices that pushes are sent to',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
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
  ...callsOf(subscriptionCommands, { answer: message }),
} as const satisfies Record<string, Call>
