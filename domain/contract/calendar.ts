import { z } from 'zod'
import { type Call, clientsAndAdmins } from './call.ts'
import { time } from './schemas.ts'

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
