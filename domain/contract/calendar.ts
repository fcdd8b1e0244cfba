import { z } from 'zod'
import { type Call, clientsAndAdmins } from './call.ts'
import { time } from './schemas.ts'

/** The dates of a person's projects, for their calendar programs. */
export const calendarCalls = {
  getCalendar: {
    endpoint: 'GET /api/get-calendar',
    summary: 'Since when the user’s calendar has an address, if it has one',
    roles: clientsAndAdmins,
    answer: z.object({ since: time.optional() }),
  },
  readCalendar: {
    endpoint: 'GET /api/calendar/:filename',
    summary: 'Launch dates and the ends of proposals of a person’s open projects, at their secret address',
    roles: 'anyone',
    limit: 'calendar',
    answer: 'calendar',
    problems: [404],
  },
} as const satisfies Record<string, Call>
