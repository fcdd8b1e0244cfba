import { z } from 'zod'
import { addMilliseconds } from '../account/account.ts'
import { webLink } from '../order/order.ts'
import { chosenTypes } from './event-types.ts'
import { webhookCommand, webhookId } from './webhook.ts'

const day = 24 * 60 * 60 * 1000
/** For how long the secret before is signed with too, so that a receiver has time to take over the new one. */
const rotationMs = day
/** After how long without any success a webhook is switched off. */
export const maxFailingMs = 7 * day

/** What the form sends; whether the address may be reached, the route finds out. */
export const webhookForm = z.object({ url: webLink('Please enter the webhook’s URL'), events: chosenTypes })

const sealed = z.string().min(1)
const chosen = { webhookId }

export const addWebhook = {
  ...webhookCommand({
    input: z.object({ url: z.string(), events: z.array(z.string()), secret: sealed }),
    success: 'Webhook added. Copy its secret now; you won’t see it again.',
    decide: ({ addedAt }, { url, events, secret }) =>
      addedAt === '' ? [{ type: 'WebhookAdded', data: { url, events, secret } }] : [],
  }),
  visible: () => true,
}

/** Tells it elsewhere, or of something else; what is left out stays, and so do its secret and its log. */
export const reviseWebhook = webhookCommand({
  input: z.object({ ...chosen, ...webhookForm.partial().shape }),
  success: 'Saved',
  decide({ url, events }, { url: newUrl = url, events: newEvents = events }) {
    const same = newUrl === url && newEvents.toSorted().join() === events.toSorted().join()
    return same ? [] : [{ type: 'WebhookRevised', data: { url: newUrl, events: newEvents } }]
  },
})

/** Gives it a new secret. For a day both sign, so that no delivery is taken for forged in between. */
export const rotateWebhookSecret = webhookCommand({
  input: z.object({ ...chosen, secret: sealed }),
  success: 'Copy the new secret now; you won’t see it again. The old one works for 24 hours.',
  decide: (_, { secret }, { at }) => [
    { type: 'WebhookSecretRotated', data: { secret, until: addMilliseconds(at, rotationMs) } },
  ],
})

export const switchWebhook = webhookCommand({
  input: z.object({ ...chosen, on: z.boolean('Choose on or off') }),
  success: 'Saved',
  decide({ off }, { on }) {
    if (on) return off === undefined ? [] : [{ type: 'WebhookSwitchedOn', data: {} }]
    return off === undefined ? [{ type: 'WebhookSwitchedOff', data: { because: 'asked' } }] : []
  },
})

export const removeWebhook = webhookCommand({
  input: z.object(chosen),
  success: 'Webhook removed',
  decide: () => [{ type: 'WebhookRemoved', data: {} }],
})

/** Notes how a delivery went, where that changes anything: it begins to fail, has recovered, or has failed for a week. */
export const noteDelivery = webhookCommand({
  input: z.object({ delivered: z.boolean() }),
  success: 'Noted',
  decide({ off, failingSince }, { delivered }, { at }) {
    if (delivered) return failingSince === undefined ? [] : [{ type: 'WebhookRecovered', data: {} }]
    if (off !== undefined) return []
    if (failingSince === undefined) return [{ type: 'WebhookFailing', data: {} }]
    if (Date.parse(at) - Date.parse(failingSince) < maxFailingMs) return []
    return [{ type: 'WebhookSwitchedOff', data: { because: 'failures' } }]
  },
})
