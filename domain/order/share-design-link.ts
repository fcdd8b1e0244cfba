import { z } from 'zod'
import { Invalid } from '../command.ts'
import { fileBehind, isFigmaLink } from './design-link.ts'
import { onlyWhileOpen, orderCommand, orderId, webLink } from './order.ts'

const wanted = 'Please Enter A Figma Link'

/** Shows the client a design: a link to Figma, or to a file that was shared on the order. */
export const shareDesignLink = orderCommand({
  name: 'shareDesignLink',
  summary: 'Share a design',
  roles: ['admin'],
  input: z.object({ orderId, link: webLink(wanted) }),
  success: 'Design shared',
  decide(order, { link }) {
    onlyWhileOpen(order)
    if (order.designs.at(-1)?.link === link) return []
    // One that stood here before may stand here again, as undoing has it.
    const known = order.designs.some((design) => design.link === link)
    if (!known && !isFigmaLink(link) && !fileBehind(link, order.conversation)) throw new Invalid({ link: wanted })
    return [{ type: 'DesignLinkShared', data: { link } }]
  },
})
