import { z } from 'zod'
import { onlyWhileOpen, orderCommand, orderId, webLink } from './order.ts'

/** Shows the client a design: a link to Figma, as a rule. */
export const shareDesignLink = orderCommand({
  name: 'shareDesignLink',
  summary: 'Share a design',
  roles: ['admin'],
  input: z.object({ orderId, link: webLink('Please Enter A Figma Link') }),
  success: 'Design shared',
  decide(order, { link }) {
    onlyWhileOpen(order)
    if (order.designs.at(-1)?.link === link) return []
    return [{ type: 'DesignLinkShared', data: { link } }]
  },
})
