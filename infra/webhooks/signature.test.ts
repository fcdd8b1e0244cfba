import { expect, it } from 'vitest'
import { newWebhookSecret, signatureHeaders } from './sender.ts'

// The example of the Standard Webhooks specification's own libraries.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const sent = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}'] as const

it('signs as the specification of Standard Webhooks does', () =>
  expect(signatureHeaders([secret], ...sent)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }))

it('signs by each secret that is valid', () => {
  const other = newWebhookSecret()
  const both = signatureHeaders([other, secret], ...sent)['webhook-signature'].split(' ')
  const each = [other, secret].map((one) => signatureHeaders([one], ...sent)['webhook-signature'])
  expect(both).toEqual(each)
})

it('makes secrets of 32 bytes', () => expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/))
