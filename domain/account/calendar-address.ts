import { z } from 'zod'
import { clear, defineEvent, noData } from '../action.ts'
import { message, time } from '../contract/schemas.ts'
import { type Account, accountCommand, digest } from './account.ts'

/**
 * A new address of the calendar, which ends the one before. The events alone open nothing: the salt takes the server's own
 * secret to become the address, and of that there is a digest.
 */
export const CalendarAddressMade = defineEvent(
  'CalendarAddressMade',
  { salt: clear(z.string()), digest: clear(z.string()) },
  {
    kind: 'accounts.passwords',
    sentence: 'Made an address for the calendar',
    apply: (account: Account, made, { at }) => ({ ...account, calendar: { ...made, since: at } }),
  },
)

export const CalendarAddressRemoved = defineEvent('CalendarAddressRemoved', noData, {
  kind: 'accounts.passwords',
  sentence: 'Ended the address of the calendar',
  apply: ({ calendar: _, ...account }: Account): Account => account,
})

const shown = message.extend({
  since: time,
  /**
   * The address, for as long as the server has the secret that it was made with: else it still shows the dates, and only a
   * new one can be shown.
   */
  address: z.string().optional(),
})

const secret = z.object({ salt: z.string().regex(/^[\w-]{22}$/), digest })

/** Makes the secret address of a person's calendar. One that is there stays as it is. */
export const makeCalendarAddress = accountCommand('makeCalendar', secret, {
  summary: 'Make the secret address of the user’s calendar, or show the one there is',
  call: 'POST /api/make-calendar',
  route: () => ({ answer: shown }),
  success: 'This is the address of your calendar. Who has it can read your dates.',
  decide: ({ calendar }, made) => (calendar ? [] : [CalendarAddressMade(made)]),
})

/** Makes another address in its place: the one before shows nothing any more. */
export const renewCalendarAddress = accountCommand('renewCalendar', secret, {
  summary: 'Make another address of the user’s calendar: the one before shows nothing any more',
  call: 'PUT /api/renew-calendar',
  route: () => ({ answer: shown }),
  success: 'Your calendar has a new address. The one before shows nothing any more.',
  decide: (_, made) => [CalendarAddressMade(made)],
})

/** Ends the calendar's address, at once. */
export const removeCalendarAddress = accountCommand('removeCalendar', z.object({}), {
  summary: 'End the address of the user’s calendar, at once',
  call: 'DELETE /api/remove-calendar',
  route: () => ({}),
  success: 'Your calendar has no address any more',
  decide: ({ calendar }) => (calendar ? [CalendarAddressRemoved({})] : []),
})
