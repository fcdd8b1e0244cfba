import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, cancelled, completed, farhan, meera, opened, paymentLinkShared } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { orders } from './order.ts'
import { sharePaymentLink } from './share-payment-link.ts'

const { link } = paymentLinkShared.data
const payment = { orderId: 'x1', paymentLink: link }
const shared = (link: string) => ({ type: 'PaymentLinkShared' as const, data: { link } })

describe('sharing a payment link', () => {
  it('puts the link on an open order', () =>
    given(orders, opened).when(sharePaymentLink, payment, meera).then(shared(link)))
  it('does nothing the second time', () =>
    given(orders, opened, paymentLinkShared).when(sharePaymentLink, payment, meera).then())
  it('puts another link in its place', () => {
    const next = 'https://pay.longhand.example/second-half'
    given(orders, opened, paymentLinkShared)
      .when(sharePaymentLink, { ...payment, paymentLink: next }, meera)
      .then(shared(next))
    const again = { ...paymentLinkShared, data: { link: next } }
    expect(fold(orders, recorded('order-1', [opened, paymentLinkShared, again])).paymentLink).toBe(next)
  })

  it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
    given(orders, opened, paymentLinkShared, closed)
      .when(sharePaymentLink, payment, meera)
      .thenRefused('Order Either Completed Or Cancelled'),
  )
  it.each([asha, farhan])('is not for a client: $name', (client) =>
    given(orders, opened).when(sharePaymentLink, payment, client).thenRefused('Sorry Not Allowed'),
  )
  it('finds no order where there is none', () =>
    given(orders).when(sharePaymentLink, payment, meera).thenRefused('There is nothing here by that name'))

  it.each([undefined, null, '', ' ', 'pay.longhand.example', 'javascript:alert(1)', 'upi://pay?pa=x', 'https://'])(
    'does not take %j for a link',
    (paymentLink) => {
      const checked = sharePaymentLink.input.safeParse({ orderId: 'x1', paymentLink })
      expect(checked.error?.issues.map(({ message }) => message)).toEqual(['Please enter a payment link'])
    },
  )
})
