import { z } from 'zod'
import { hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { accountAction, notificationsOf } from './account.ts'

const choice = z.boolean('Yes or no?').optional()

/** Sets by which ways a person is told of what happens on their orders. A way that is left out stays as it is. */
export const chooseNotifications = accountAction({
  input: z.object({ mail: choice, push: choice }).refine(hasChanges, nothingToChange),
  done: 'Your choice is kept',
  decide(account, changes) {
    const before = notificationsOf(account)
    const chosen = withChanges(before, changes)
    return chosen === before ? [] : [{ type: 'NotificationsChosen', data: chosen }]
  },
})
