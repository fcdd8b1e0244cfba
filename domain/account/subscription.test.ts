import { describe, expect, it } from 'vitest'
import { fold, type Recorded } from '#domain/event.ts'
import { activitySentence } from '#domain/history/activity.ts'
import { erasedData } from '#domain/personal-data.ts'
import { asha, farhan } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import {
  isSubscribed,
  pushSubscription,
  type SubscriptionEvent,
  subscribe,
  subscriptions,
  unsubscribe,
} from './subscription.ts'

const endpoint = 'https://push.example/send/abc'
const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) }
const input = { endpoint, keys, session: 'telephone', device: 'Firefox on Android' }
const at = '2026-11-02T04:20:00.000Z'
const subscribed: Sample<SubscriptionEvent> = { type: 'PushSubscribed', data: input, by: asha, at }
const ended: Sample<SubscriptionEvent> = { type: 'PushUnsubscribed', data: { because: 'asked' }, by: asha, at }
const bare = ({ type, data }: Sample<SubscriptionEvent>) => ({ type, data }) as SubscriptionEvent

describe('a subscription', () => {
  it('is bound to the person and their session', () =>
    given(subscriptions).when(subscribe, input, asha).then(bare(subscribed)))
  it('is not made twice', () => given(subscriptions, subscribed).when(subscribe, input, asha).then())
  it('follows its browser to a new session', () => {
    const later = { ...input, session: 'later' }
    given(subscriptions, subscribed).when(subscribe, later, asha).then({ type: 'PushSubscribed', data: later })
  })
  it('takes over new keys', () => {
    const renewed = { ...input, keys: { ...keys, auth: 'z'.repeat(22) } }
    given(subscriptions, subscribed).when(subscribe, renewed, asha).then({ type: 'PushSubscribed', data: renewed })
  })
  it('passes to the next person who logs in on the browser', () => {
    given(subscriptions, subscribed).when(subscribe, input, farhan).then(bare(subscribed))
    const passed = fold(subscriptions, recorded('subscription-1', [subscribed, { ...subscribed, by: farhan }]))
    expect(passed).toMatchObject({ personId: farhan.id })
  })
  it('is ended by its owner', () =>
    given(subscriptions, subscribed).when(unsubscribe, { because: 'asked' }, asha).then(bare(ended)))
  it('is not ended by anyone else', () =>
    given(subscriptions, subscribed).when(unsubscribe, { because: 'asked' }, farhan).thenRefused('Not found'))
  it('is ended once', () =>
    given(subscriptions, subscribed, ended).when(unsubscribe, { because: 'gone' }, farhan).then())
  it('can be made again', () =>
    given(subscriptions, subscribed, ended).when(subscribe, input, asha).then(bare(subscribed)))
  it('is not renewed by the browser once its owner turned it off', () => {
    const renewal = { ...input, renewal: true }
    given(subscriptions, subscribed, ended)
      .when(subscribe, renewal, asha)
      .thenRefused('You turned off notifications on this device')
    given(subscriptions, subscribed, ended).when(subscribe, renewal, farhan).then(bare(subscribed))
    const loggedOut: typeof ended = { ...ended, data: { because: 'logged out' } }
    given(subscriptions, subscribed, loggedOut).when(subscribe, renewal, asha).then(bare(subscribed))
  })
  it('is not renewed after another person had it in the same browser either', () => {
    const loggedOut: typeof ended = { ...ended, data: { because: 'logged out' }, by: farhan }
    given(subscriptions, subscribed, ended, { ...subscribed, by: farhan }, loggedOut)
      .when(subscribe, { ...input, renewal: true }, asha)
      .thenRefused('You turned off notifications on this device')
  })
  it('names no device of an erased person', () => {
    const [event] = recorded('subscription-1', [subscribed])
    const data = erasedData('PushSubscribed', { session: input.session })
    expect(activitySentence({ ...event!, data } as Recorded)).toBe('Turned on notifications on a device')
  })
  it('leaves nothing behind but who turned it off', () => {
    const gone = fold(subscriptions, recorded('subscription-1', [subscribed, ended]))
    expect(gone).toEqual({ ...subscriptions.initial, turnedOffBy: asha.id })
    expect(isSubscribed(gone)).toBe(false)
  })
})

describe('what a browser sends', () => {
  it('is taken without what is not needed', () =>
    expect(pushSubscription.parse({ endpoint, expirationTime: null, keys: { ...keys, more: 1 } })).toEqual({
      endpoint,
      keys,
    }))
  it.each([
    undefined,
    null,
    'text',
    {},
    { endpoint },
    { endpoint: 'nonsense', keys },
    { endpoint: 7, keys },
    { endpoint: `https://push.example/${'x'.repeat(2_000)}`, keys },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint, keys: { ...keys, p256dh: 'x'.repeat(87) } },
  ])('is refused when it is none: %j', (sent) => {
    const { error } = pushSubscription.safeParse(sent)
    expect(error?.issues[0]?.message).toBe('The subscription is invalid')
  })
})
