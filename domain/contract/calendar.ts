import { z } from 'zod'
import { type Call, clientsAndAdmins } from './call.ts'
import { message, time } from './schemas.ts'

const shown = message.extend({
  since: time,
  /**
   * The address, for as long as the server has the secret that it was made with: else it still shows the dates, and only a
   * new one can be shown.
   */
  address: z.string().optional(),
})

/** The dates of a person's projects, for their calendar programs. */
export const calendarCalls = {
  getCalendar: {
    endpoint: 'GET /api/get-calendar',
    summary: 'When the calendar link was created, if there is one',
    roles: clientsAndAdmins,
    answer: z.object({ since: time.optional() }),
  },
  makeCalendar: {
    endpoint: 'POST /api/make-calendar',
    summary: 'Create the secret calendar link, or return the existing one',
    roles: clientsAndAdmins,
    answer: shown,
  },
  renewCalendar: {
    endpoint: 'PUT /api/renew-calendar',
    summary: 'Replace the calendar link; the old one stops working',
    roles: clientsAndAdmins,
    answer: shown,
  },
  removeCalendar: {
    endpoint: 'DELETE /api/remove-calendar',
    summary: 'Turn off the calendar link',
    roles: clientsAndAdmins,
    answer: message,
  },
  readCalendar: {
    endpoint: 'GET /api/calendar/:filename',
    summary: 'Launch dates and proposal deadlines of a person’s open projects, at their secret link',
    roles: 'anyone',
    limit: 'calendar',
    answer: 'calendar',
    problems: [404],
  },
} as const satisfies Record<string, Call>
