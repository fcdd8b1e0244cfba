import { z } from 'zod'
import { hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { accountCommand, notificationsOf } from './account.ts'

const choice = z.boolean('Yes or no?').optional()

/** Sets the channels by which a person is notified of events on their orders. A way that is left out stays as it is. */
export const chooseNotifications = accountCommand({
  input: z.object({ mail: choice, push: choice }).refine(hasChanges, nothingToChange),
  success: 'Your choice is kept',
  decide(account, changes) {
    const before = notificationsOf(account)
    const chosen = withChanges(before, changes)
    return chosen === before ? [] : [{ type: 'NotificationsChosen', data: chosen }]
  },
})
