import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, meera } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import {
  addWebhook,
  noteDelivery,
  removeWebhook,
  reviseWebhook,
  rotateWebhookSecret,
  switchWebhook,
  type WebhookEvent,
  webhookForm,
  webhooks,
} from './actions.ts'
import { deliveries, isChosen, isOn, validSecrets } from './webhook.ts'

const webhookId = 'x'.repeat(22)
const at = '2026-11-16T09:00:00.000Z'
const input = { url: 'https://books.example/in', events: ['StepToggled'], secret: 'sealed' }

type Of<Type extends WebhookEvent['type']> = Extract<WebhookEvent, { type: Type }>
const event = <Type extends WebhookEvent['type']>(type: Type, data: Of<Type>['data'], when = at) =>
  ({ type, data, by: meera, at: when }) as Sample<WebhookEvent>
const added = event('WebhookAdded', input)
const off = event('WebhookSwitchedOff', { because: 'asked' })
const failing = event('WebhookFailing', {})
const removed = event('WebhookRemoved', {})
const folded = (...events: Sample<WebhookEvent>[]) => fold(webhooks, recorded('webhook-1', events))

describe('a webhook', () => {
  it('is added by an admin', () =>
    given(webhooks).when(addWebhook, input, meera).then({ type: 'WebhookAdded', data: input }))
  it('is not added by a client', () => given(webhooks).when(addWebhook, input, asha).thenRefused('Sorry Not Allowed'))
  it('is added once', () => given(webhooks, added).when(addWebhook, input, meera).then())
  it('is switched off and on again, each once', () => {
    const turn = (on: boolean) => ({ webhookId, on })
    given(webhooks, added)
      .when(switchWebhook, turn(false), meera)
      .then({ type: 'WebhookSwitchedOff', data: { because: 'asked' } })
    given(webhooks, added, off).when(switchWebhook, turn(false), meera).then()
    given(webhooks, added, off).when(switchWebhook, turn(true), meera).then({ type: 'WebhookSwitchedOn', data: {} })
    given(webhooks, added).when(switchWebhook, turn(true), meera).then()
    expect(isOn(folded(added))).toBe(true)
    expect(isOn(folded(added, off))).toBe(false)
    expect(isOn(folded(added, off, event('WebhookSwitchedOn', {})))).toBe(true)
  })
  it('is gone once it is removed', () => {
    given(webhooks, added).when(removeWebhook, { webhookId }, meera).then({ type: 'WebhookRemoved', data: {} })
    given(webhooks, added, removed).when(switchWebhook, { webhookId, on: true }, meera).thenRefused('Not found')
    expect(isOn(folded(added, removed))).toBe(false)
  })

  it('has two valid secrets for a day when one is rotated, and one after that', () => {
    const until = '2026-11-17T09:00:00.000Z'
    given(webhooks, added)
      .when(rotateWebhookSecret, { webhookId, secret: 'next' }, meera, at)
      .then({ type: 'WebhookSecretRotated', data: { secret: 'next', until } })
    const rotated = folded(added, event('WebhookSecretRotated', { secret: 'next', until }))
    expect(validSecrets(rotated, '2026-11-17T08:59:59.999Z')).toEqual(['next', 'sealed'])
    expect(validSecrets(rotated, until)).toEqual(['next'])
  })
  it('keeps each earlier secret for its own day when one is rotated again', () => {
    const [until, untilLater] = ['2026-11-17T09:00:00.000Z', '2026-11-17T10:00:00.000Z']
    const twice = folded(
      added,
      event('WebhookSecretRotated', { secret: 'next', until }),
      event('WebhookSecretRotated', { secret: 'last', until: untilLater }, '2026-11-16T10:00:00.000Z'),
    )
    expect(validSecrets(twice, '2026-11-17T08:59:59.999Z')).toEqual(['last', 'next', 'sealed'])
    expect(validSecrets(twice, until)).toEqual(['last', 'next'])
    expect(validSecrets(twice, untilLater)).toEqual(['last'])
  })
})

describe('a webhook that is told of something else, or elsewhere', () => {
  const revised = { url: 'https://books.example/other', events: ['LeadSubmitted'] }
  const isRevised = event('WebhookRevised', revised)

  it('keeps its secret and who added it', () => {
    given(webhooks, added)
      .when(reviseWebhook, { webhookId, ...revised }, meera)
      .then({ type: 'WebhookRevised', data: revised })
    expect(folded(added, isRevised)).toEqual({ ...folded(added), ...revised })
  })
  it('may leave out what stays', () =>
    given(webhooks, added)
      .when(reviseWebhook, { webhookId, events: revised.events }, meera)
      .then({ type: 'WebhookRevised', data: { url: input.url, events: revised.events } }))
  it('is revised once', () =>
    given(webhooks, added, isRevised)
      .when(reviseWebhook, { webhookId, ...revised }, meera)
      .then())
  it('has not failed at an address that was never tried', () => {
    expect(folded(added, failing, isRevised).failingSince).toBeUndefined()
    const events = { ...input, events: ['LeadSubmitted'] }
    expect(folded(added, failing, event('WebhookRevised', events)).failingSince).toBe(at)
  })
  it('stays switched off until it is switched on', () => expect(isOn(folded(added, off, isRevised))).toBe(false))
})

describe('a delivery', () => {
  const note = (delivered: boolean, when: string, ...events: Sample<WebhookEvent>[]) =>
    given(webhooks, added, ...events).when(noteDelivery, { delivered }, deliveries, when)

  it('that succeeds changes nothing', () => note(true, at).then())
  it('that fails is noted, once', () => {
    note(false, at).then({ type: 'WebhookFailing', data: {} })
    note(false, '2026-11-23T08:59:59.999Z', failing).then()
  })
  it('that succeeds after that says that it has recovered', () => {
    note(true, at, failing).then({ type: 'WebhookRecovered', data: {} })
    expect(folded(added, failing, event('WebhookRecovered', {})).failingSince).toBeUndefined()
  })
  it('that still fails after a week switches it off, once', () => {
    const failures = event('WebhookSwitchedOff', { because: 'failures' })
    note(false, '2026-11-23T09:00:00.000Z', failing).then({ type: 'WebhookSwitchedOff', data: { because: 'failures' } })
    note(false, '2026-11-24T09:00:00.000Z', failing, failures).then()
  })
  it('begins to count anew once it is switched on again', () => {
    const again = [failing, off, event('WebhookSwitchedOn', {})]
    note(false, '2026-12-24T09:00:00.000Z', ...again).then({ type: 'WebhookFailing', data: {} })
  })
})

describe('what a webhook is told of', () => {
  it('is what was chosen', () => {
    expect(isChosen(['StepToggled'], 'StepToggled')).toBe(true)
    expect(isChosen(['StepToggled'], 'MessageSent')).toBe(false)
    expect(isChosen(['*'], 'SomethingOfALaterVersion')).toBe(true)
  })
  it.each([
    [
      ['StepToggled', 'LeadSubmitted', 'StepToggled'],
      ['StepToggled', 'LeadSubmitted'],
    ],
    [['StepToggled', '*'], ['*']],
  ])('%j is %j', (events, chosen) =>
    expect(webhookForm.parse({ url: 'https://books.example/in', events }).events).toEqual(chosen),
  )
  it.each([
    [[], 'Please choose at least one event'],
    [['PasswordChanged'], 'This event doesn’t exist'],
  ])('is not %j', (events, message) =>
    expect(webhookForm.safeParse({ url: 'https://books.example/in', events }).error?.issues[0]?.message).toBe(message),
  )
  it('is sent to a web address', () =>
    expect(webhookForm.safeParse({ url: 'ftp://x', events: ['*'] }).error?.issues[0]?.message).toBe(
      'Please enter the webhook’s URL',
    ))
})
