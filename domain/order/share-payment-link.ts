import { z } from 'zod'
import { onlyWhileOpen, orderCommand, orderId, webLink } from './order.ts'

/** Tells the client where an international payment is made. */
export const sharePaymentLink = orderCommand({
  name: 'sharePaymentLink',
  summary: 'Share a link for international payment',
  roles: ['admin'],
  input: z.object({ orderId, paymentLink: webLink('Please enter a payment link') }),
  success: 'Payment link shared',
  decide(order, { paymentLink: link }) {
    onlyWhileOpen(order)
    if (order.paymentLink === link) return []
    return [{ type: 'PaymentLinkShared', data: { link } }]
  },
})
