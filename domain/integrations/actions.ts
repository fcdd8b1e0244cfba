import { z } from 'zod'
import { addMilliseconds } from '#domain/account/account.ts'
import {
  allClear,
  commandsOn,
  dataOf,
  defineAggregate,
  defineCommand,
  defineEvent,
  type EventsOf,
  noData,
} from '#domain/action.ts'
import { changed, time, wireEvent } from '#domain/contract/schemas.ts'
import { webLink } from '#domain/order/input.ts'
import { chosenTypes, isThere, type Webhook, webhookId } from './webhook.ts'

const kind = 'integrations.webhooks'
const url = z.string()
const events = z.array(z.string())
/** Sealed: it has to be readable for the server, which signs with it, and for no one else. */
const secret = z.string()

const WebhookAdded = defineEvent('WebhookAdded', allClear({ url, events, secret }), {
  kind,
  sentence: 'Added the webhook',
  apply: (webhook: Webhook, added, { by, at }): Webhook => ({
    ...webhook,
    ...added,
    ownerId: by.id,
    owner: by.name,
    addedAt: at,
    urlSet: { by: by.id, at },
    secretSet: { by: by.id, at },
  }),
})

/** It is told elsewhere, or of something else: all that stands from then on. */
const WebhookRevised = defineEvent('WebhookRevised', allClear({ url, events }), {
  kind,
  sentence: 'Changed the webhook’s events or URL',
  apply(webhook: Webhook, revised, { by, at }): Webhook {
    if (revised.url === webhook.url) return { ...webhook, ...revised }
    const { failingSince: _, ...others } = webhook // another address has not failed yet
    return { ...others, ...revised, urlSet: { by: by.id, at } }
  },
})

/** The secret before is signed with too, until then; so are earlier ones, each for its own time. */
const WebhookSecretRotated = defineEvent('WebhookSecretRotated', allClear({ secret, until: z.string() }), {
  kind,
  sentence: 'Created a new webhook secret',
  apply: ({ formerSecrets = [], ...webhook }: Webhook, { secret, until }, { by, at }): Webhook => ({
    ...webhook,
    secret,
    secretSet: { by: by.id, at },
    formerSecrets: [{ secret: webhook.secret, until }, ...formerSecrets.filter((former) => at < former.until)],
  }),
})

const WebhookSwitchedOn = defineEvent('WebhookSwitchedOn', noData, {
  kind,
  sentence: 'Turned on the webhook',
  apply: ({ off: _, failingSince: __, ...webhook }: Webhook): Webhook => webhook,
})

const WebhookSwitchedOff = defineEvent(
  'WebhookSwitchedOff',
  { because: z.enum(['asked', 'failures']) },
  {
    kind,
    sentence: ({ because }) =>
      because === 'failures' ? 'Turned off after too many failures' : 'Turned off the webhook',
    apply: (webhook: Webhook, { because }): Webhook => ({ ...webhook, off: because }),
  },
)

const WebhookFailing = defineEvent('WebhookFailing', noData, {
  kind,
  sentence: 'The webhook isn’t responding',
  apply: (webhook: Webhook, _, { at }): Webhook => ({ ...webhook, failingSince: at }),
})

const WebhookRecovered = defineEvent('WebhookRecovered', noData, {
  kind,
  sentence: 'The webhook is responding again',
  apply: ({ failingSince: _, ...webhook }: Webhook): Webhook => webhook,
})

const WebhookRemoved = defineEvent('WebhookRemoved', noData, {
  kind,
  sentence: 'Removed the webhook',
  apply: (webhook: Webhook): Webhook => ({ ...webhook, removed: true }),
})

const webhookEvents = {
  WebhookAdded,
  WebhookRevised,
  WebhookSecretRotated,
  WebhookSwitchedOn,
  WebhookSwitchedOff,
  WebhookFailing,
  WebhookRecovered,
  WebhookRemoved,
}

/** An event of a webhook, as answers and live updates have it: without its secrets. */
const webhookEvent = wireEvent('WebhookEvent', {
  ...dataOf(webhookEvents),
  WebhookAdded: z.object({ url, events }),
  WebhookSecretRotated: z.object({ until: time }),
})

export const webhooks = defineAggregate({
  name: 'webhook',
  initial: { url: '', events: [], secret: '', ownerId: '', owner: '', addedAt: '', removed: false } as Webhook,
  events: webhookEvents,
  live: { to: 'admins', as: webhookEvent },
})
export type WebhookEvent = EventsOf<typeof webhooks.events>

/** The answer to a change of a webhook. */
export const webhookChanged = changed(webhookEvent)

const day = 24 * 60 * 60 * 1000
/** How long the former secret signs too, so that a receiver has time to take over the new one. */
const rotationMs = day
/** How long a webhook may fail without any success before it is switched off. */
const maxFailingMs = 7 * day

/** The body of the form. The route finds out whether the address may be reached. */
export const webhookForm = z.object({ url: webLink('Please enter the webhook’s URL'), events: chosenTypes })

const sealed = secret.min(1)
const chosen = z.object({ webhookId })
const revised = chosen.extend(webhookForm.partial().shape)
const switched = chosen.extend({ on: z.boolean('Choose on or off') })
const onOne = { roles: ['admin'], visible: isThere } as const

export const addWebhook = defineCommand('addWebhook', z.object({ url, events, secret: sealed }), {
  summary: 'Add a webhook. Its secret is returned only once',
  call: 'POST /api/add-webhook',
  logged: { admin: 'added a webhook' },
  route: () => ({
    confirmed: true,
    body: webhookForm,
    status: 201,
    answer: webhookChanged.extend({ secret }),
    problems: [409],
  }),
  roles: ['admin'],
  success: 'Webhook added. Copy its secret now; you won’t see it again.',
  decide: ({ addedAt }: Webhook, { url, events, secret }) =>
    addedAt === '' ? [WebhookAdded({ url, events, secret })] : [],
})

/** Changes its address or its events; a part that is left out stays, and so do its secret and its log. */
export const reviseWebhook = defineCommand('updateWebhook', revised, {
  ...onOne,
  summary: 'Update a webhook’s URL or events; omitted fields and the secret stay unchanged',
  call: 'PUT /api/update-webhook',
  logged: { admin: 'changed a webhook' },
  route: () => ({ confirmed: true, body: revised, ifMatch: true }),
  success: 'Saved',
  decide({ url, events }, { url: newUrl = url, events: newEvents = events }) {
    const same = newUrl === url && newEvents.toSorted().join() === events.toSorted().join()
    return same ? [] : [WebhookRevised({ url: newUrl, events: newEvents })]
  },
})

/** Gives it a new secret. For a day both sign, so that no delivery is taken for forged in between. */
export const rotateWebhookSecret = defineCommand('rotateWebhookSecret', chosen.extend({ secret: sealed }), {
  ...onOne,
  summary: 'Create a new secret; the old one works for another 24 hours',
  call: 'PUT /api/rotate-webhook-secret',
  logged: { admin: 'replaced the secret of a webhook' },
  route: () => ({
    confirmed: true,
    body: chosen,
    ifMatch: true,
    answer: webhookChanged.extend({ secret }),
    problems: [409],
  }),
  success: 'Copy the new secret now; you won’t see it again. The old one works for 24 hours.',
  decide: (_, { secret }, { at }) => [WebhookSecretRotated({ secret, until: addMilliseconds(at, rotationMs) })],
})

export const switchWebhook = defineCommand('switchWebhook', switched, {
  ...onOne,
  summary: 'Turn a webhook on or off',
  call: 'PUT /api/switch-webhook',
  logged: { admin: 'turned a webhook on or off' },
  route: () => ({ body: switched, ifMatch: true }),
  success: 'Switched',
  decide({ off }, { on }): Switched[] {
    if (on) return off === undefined ? [] : [WebhookSwitchedOn({})]
    return off === undefined ? [WebhookSwitchedOff({ because: 'asked' })] : []
  },
})

type Switched = ReturnType<typeof WebhookSwitchedOn | typeof WebhookSwitchedOff>

export const removeWebhook = defineCommand('removeWebhook', chosen, {
  ...onOne,
  summary: 'Remove a webhook',
  call: 'DELETE /api/remove-webhook',
  logged: { admin: 'removed a webhook' },
  route: () => ({ query: chosen, ifMatch: true }),
  success: 'Webhook removed',
  decide: () => [WebhookRemoved({})],
})

/** Notes how a delivery went, where that changes anything: it begins to fail, has recovered, or has failed for a week. */
export const noteDelivery = defineCommand('noteDelivery', z.object({ delivered: z.boolean() }), {
  ...onOne,
  success: 'Noted',
  decide({ off, failingSince }, { delivered }, { at }): Noted[] {
    if (delivered) return failingSince === undefined ? [] : [WebhookRecovered({})]
    if (off !== undefined) return []
    if (failingSince === undefined) return [WebhookFailing({})]
    if (Date.parse(at) - Date.parse(failingSince) < maxFailingMs) return []
    return [WebhookSwitchedOff({ because: 'failures' })]
  },
})

type Noted = ReturnType<typeof WebhookRecovered | typeof WebhookFailing | typeof WebhookSwitchedOff>

/** The commands of admins on webhooks, and those that record deliveries. */
export const webhookCommands = commandsOn(webhooks, {
  addWebhook,
  reviseWebhook,
  rotateWebhookSecret,
  switchWebhook,
  removeWebhook,
  noteDelivery,
})
