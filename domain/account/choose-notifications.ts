import { z } from 'zod'
import { hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { accountCommand, notificationsOf } from './account.ts'

const choice = z.boolean('Choose on or off').optional()

/** Sets the channels by which a person is notified of events on their orders. A way that is left out stays as it is. */
export const chooseNotifications = accountCommand({
  input: z.object({ mail: choice, push: choice }).refine(hasChanges, nothingToChange),
  success: 'Notifications saved',
  decide(account, changes) {
    const before = notificationsOf(account)
    const chosen = withChanges(before, changes)
    return chosen === before ? [] : [{ type: 'NotificationsChosen', data: chosen }]
  },
})
