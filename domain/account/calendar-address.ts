import { z } from 'zod'
import { accountCommand, digest } from './account.ts'

const secret = z.object({ salt: z.string().regex(/^[\w-]{22}$/), digest })

/** Makes the secret address of a person's calendar. One that is there stays as it is. */
export const makeCalendarAddress = accountCommand({
  input: secret,
  success: 'Calendar link created. Anyone with it can see your dates.',
  decide: ({ calendar }, made) => (calendar ? [] : [{ type: 'CalendarAddressMade', data: made }]),
})

/** Makes another address in its place: the one before shows nothing any more. */
export const renewCalendarAddress = accountCommand({
  input: secret,
  success: 'New calendar link created. The old one no longer works.',
  decide: (_, made) => [{ type: 'CalendarAddressMade', data: made }],
})

/** Ends the calendar's address, at once. */
export const removeCalendarAddress = accountCommand({
  input: z.object({}),
  success: 'Calendar link turned off',
  decide: ({ calendar }) => (calendar ? [{ type: 'CalendarAddressRemoved', data: {} }] : []),
})
