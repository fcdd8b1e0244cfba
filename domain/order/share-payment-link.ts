import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { entryTraits, orderCommand, orderEvent, stillUnanswered, type Undo, unansweredAgain, undoBy } from './action.ts'
import { orderId, webLink } from './input.ts'
import { onlyWhileOpen } from './order.ts'

export const PaymentLinkShared = orderEvent(
  'PaymentLinkShared',
  { link: personal(z.string(), ''), ...unansweredAgain },
  {
    ...entryTraits,
    answers: true,
    kind: 'money',
    apply: (order, { link }) => ({ ...order, paymentLink: link }),
    sentence: () => 'International payment link shared',
  },
)

/** Shows the client where an international payment is made. */
export const sharePaymentLink = orderCommand(
  'sharePaymentLink',
  z.object({ orderId, paymentLink: webLink('Please enter a payment link'), unansweredSince: z.string().optional() }),
  {
    summary: 'Share a link for international payment',
    call: 'PUT /api/upload-payment-link',
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Payment link shared',
    decide(order, { paymentLink: link, unansweredSince }) {
      onlyWhileOpen(order)
      if (order.paymentLink === link) return []
      return [PaymentLinkShared({ link, ...stillUnanswered(order, unansweredSince) })]
    },
    undo: ({ paymentLink, unansweredSince }, { data }): Undo | undefined =>
      paymentLink === ''
        ? undefined
        : undoBy(sharePaymentLink, { paymentLink, unansweredSince }, (now) => now.paymentLink === data.link),
    palette: [{ key: 'l', tab: 'payment', label: 'Share payment link', words: 'international' }],
  },
)
