import { z } from 'zod'
import { clear, defineEvent, noData } from '#domain/action.ts'
import { message, time } from '#domain/contract/schemas.ts'
import { type Account, accountCommand, digest } from './account.ts'

/**
 * A new calendar link, which ends the one before. The events alone open nothing: the salt becomes the link’s address only with
 * the server’s own secret, and of the address only a digest is stored.
 */
export const CalendarAddressMade = defineEvent(
  'CalendarAddressMade',
  { salt: clear(z.string()), digest: clear(z.string()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Created a calendar link',
    apply: (account: Account, made, { at }) => ({ ...account, calendar: { ...made, since: at } }),
  },
)

export const CalendarAddressRemoved = defineEvent('CalendarAddressRemoved', noData, {
  kind: 'accounts.passwords',
  sentence: 'Turned off the calendar link',
  apply: ({ calendar: _, ...account }: Account): Account => account,
})

const shown = message.extend({
  since: time,
  /**
   * The address, for as long as the server has the secret that it was made with. Without, the old address still has the
   * dates, but only a new one can be shown.
   */
  address: z.string().optional(),
})

const secret = z.object({ salt: z.string().regex(/^[\w-]{22}$/), digest })

/** Makes a person’s secret calendar link. An existing one stays as it is. */
export const makeCalendarLink = accountCommand('makeCalendar', secret, {
  summary: 'Create the secret calendar link, or return the existing one',
  call: 'POST /api/make-calendar',
  logged: { account: 'viewed a calendar link' },
  route: () => ({ confirmed: true, answer: shown }),
  success: 'Calendar link created. Anyone with it can see your dates.',
  decide: ({ calendar }, made) => (calendar ? [] : [CalendarAddressMade(made)]),
})

/** Replaces the calendar link: the one before shows nothing any more. */
export const renewCalendarLink = accountCommand('renewCalendar', secret, {
  summary: 'Replace the calendar link; the old one stops working',
  call: 'PUT /api/renew-calendar',
  logged: { account: 'replaced a calendar link' },
  route: () => ({ confirmed: true, answer: shown }),
  success: 'New calendar link created. The old one no longer works.',
  decide: (_, made) => [CalendarAddressMade(made)],
})

/** Turns off the calendar link, at once. */
export const removeCalendarLink = accountCommand('removeCalendar', z.object({}), {
  summary: 'Turn off the calendar link',
  call: 'DELETE /api/remove-calendar',
  logged: { account: 'turned off a calendar link' },
  route: () => ({}),
  success: 'Calendar link turned off',
  decide: ({ calendar }) => (calendar ? [CalendarAddressRemoved({})] : []),
})
