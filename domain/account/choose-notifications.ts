import { z } from 'zod'
import { defineEvent } from '#domain/action.ts'
import { hasChanges, nothingToChange, withChanges } from '#domain/command.ts'
import { message } from '#domain/contract/schemas.ts'
import { type Account, accountCommand, notificationsOf } from './account.ts'

/** The channels by which people are notified. */
export const channels = { mail: z.boolean(), push: z.boolean() }

export const NotificationsChosen = defineEvent('NotificationsChosen', channels, {
  kind: 'accounts.preferences',
  sentence({ mail, push }) {
    if (mail && push) return 'Turned on emails and notifications'
    if (mail || push) return mail ? 'Turned on emails only' : 'Turned on notifications only'
    return 'Turned off emails and notifications'
  },
  apply: (account: Account, notifications) => ({ ...account, notifications }),
})

const choice = z.boolean('Choose on or off').optional()
const input = z.object({ mail: choice, push: choice }).refine(hasChanges, nothingToChange)

/** Sets the channels by which a person is notified of events on their orders. A channel that is left out stays as it is. */
export const chooseNotifications = accountCommand('chooseNotifications', input, {
  summary: 'Change notification settings',
  call: 'PUT /api/choose-notifications',
  route: () => ({ body: input, answer: message.extend(channels) }),
  success: 'Notifications saved',
  decide(account, changes) {
    const before = notificationsOf(account)
    const chosen = withChanges(before, changes)
    return chosen === before ? [] : [NotificationsChosen(chosen)]
  },
})
