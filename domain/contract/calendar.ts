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
    summary: 'Since when the user’s calendar has an address, if it has one',
    roles: clientsAndAdmins,
    answer: z.object({ since: time.optional() }),
  },
  makeCalendar: {
    endpoint: 'POST /api/make-calendar',
    summary: 'Make the secret address of the user’s calendar, or show the one there is',
    roles: clientsAndAdmins,
    answer: shown,
  },
  renewCalendar: {
    endpoint: 'PUT /api/renew-calendar',
    summary: 'Make another address of the user’s calendar: the one before shows nothing any more',
    roles: clientsAndAdmins,
    answer: shown,
  },
  removeCalendar: {
    endpoint: 'DELETE /api/remove-calendar',
    summary: 'End the address of the user’s calendar, at once',
    roles: clientsAndAdmins,
    answer: message,
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
