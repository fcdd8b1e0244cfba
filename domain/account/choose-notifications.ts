import { z } from 'zod'
import { accountAction, notificationsOf } from './account.ts'

const choice = z.boolean('Yes or no?')

/** Sets by which ways a person is told of what happens on their orders. */
export const chooseNotifications = accountAction({
  input: z.object({ mail: choice, push: choice }),
  done: 'Your choice is kept',
  decide(account, { mail, push }) {
    const now = notificationsOf(account)
    return now.mail === mail && now.push === push ? [] : [{ type: 'NotificationsChosen', data: { mail, push } }]
  },
})
