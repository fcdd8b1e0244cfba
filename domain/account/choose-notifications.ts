import { z } from 'zod'
import { defineEvent } from '../action.ts'
import { hasChanges, nothingToChange, withChanges } from '../command.ts'
import { message } from '../contract/schemas.ts'
import { type Account, accountCommand, notificationsOf } from './account.ts'

/** By which ways people are notified. */
export const channels = { mail: z.boolean(), push: z.boolean() }

export const NotificationsChosen = defineEvent('NotificationsChosen', channels, {
  kind: 'accounts.preferences',
  sentence({ mail, push }) {
    if (mail && push) return 'Wants mails and pushes'
    if (mail || push) return mail ? 'Wants mails and no pushes' : 'Wants pushes and no mails'
    return 'Wants neither mails nor pushes'
  },
  apply: (account: Account, notifications) => ({ ...account, notifications }),
})

const choice = z.boolean('Yes or no?').optional()
const input = z.object({ mail: choice, push: choice }).refine(hasChanges, nothingToChange)

/** Sets the channels by which a person is notified of events on their orders. A way that is left out stays as it is. */
export const chooseNotifications = accountCommand('chooseNotifications', input, {
  summary: 'Choose by which ways to be notified',
  call: 'PUT /api/choose-notifications',
  route: () => ({ body: input, answer: message.extend(channels) }),
  success: 'Your choice is kept',
  decide(account, changes) {
    const before = notificationsOf(account)
    const chosen = withChanges(before, changes)
    return chosen === before ? [] : [NotificationsChosen(chosen)]
  },
})
