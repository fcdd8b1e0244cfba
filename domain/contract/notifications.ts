// How people hear of their projects: notifications, and calendars.
import { z } from 'zod'
import { channels } from '#domain/account/choose-notifications.ts'
import { subscriptionCommands } from '#domain/account/subscription.ts'
import { callsOf } from '#domain/action.ts'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, time } from './schemas.ts'

/** The channels by which people are notified, and their devices. */
export const notificationCalls = {
  pushKey: {
    endpoint: 'GET /api/push-key',
    summary: 'The public key for push subscriptions',
    roles: 'anyone',
    answer: z.object({ publicKey: z.string() }),
  },
  subscriptions: {
    endpoint: 'GET /api/subscriptions',
    summary: 'List devices with notifications',
    roles: clientsAndAdmins,
    answer: z.object({
      data: z.array(z.object({ id: z.string(), device: z.string(), since: time, current: z.boolean() })),
    }),
  },
  testPush: {
    endpoint: 'POST /api/test-push',
    summary: 'Send a test notification to all of the user’s devices',
    roles: clientsAndAdmins,
    limit: 'push',
    unkeyed: true,
    answer: message.extend({ sent: z.int() }),
    problems: [409],
  },
  notifications: {
    endpoint: 'GET /api/notifications',
    summary: 'Get notification settings',
    roles: clientsAndAdmins,
    answer: z.object(channels),
  },
  ...callsOf(subscriptionCommands, { answer: message }),
} as const satisfies Record<string, Call>

/** The dates of a person's projects, for their calendar programs. */
export const calendarCalls = {
  getCalendar: {
    endpoint: 'GET /api/get-calendar',
    summary: 'When the calendar link was created, if there is one',
    roles: clientsAndAdmins,
    answer: z.object({ since: time.optional() }),
  },
  readCalendar: {
    endpoint: 'GET /api/calendar/:filename',
    summary: 'Launch dates and proposal deadlines of a person’s open projects, at their secret link',
    revalidated: true,
    roles: 'anyone',
    limit: 'calendar',
    answer: 'calendar',
    problems: [404],
  },
} as const satisfies Record<string, Call>
