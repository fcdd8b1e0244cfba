import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { Invalid } from '#domain/command.ts'
import { entry, orderCommand, orderEvent } from './action.ts'
import { fileBehind, isFigmaLink } from './design-link.ts'
import { onlyWhileOpen, orderId, webLink } from './order.ts'

export const DesignLinkShared = orderEvent(
  'DesignLinkShared',
  { link: personal(z.string(), '') },
  {
    ...entry,
    answers: true,
    kind: 'designs',
    apply: (order, { link }, { by, at }, { append }) => ({
      ...order,
      designs: append(order.designs, { link, by: by.name, at }),
    }),
    sentence: () => 'New design shared',
  },
)

const wanted = 'Please Enter A Figma Link'

/** Shows the client a design: a link to Figma, or to a file that was shared on the order. */
export const shareDesignLink = orderCommand('shareDesignLink', z.object({ orderId, link: webLink(wanted) }), {
  summary: 'Share design',
  call: 'PUT /api/upload-design',
  scope: 'orders:write',
  roles: ['admin'],
  success: 'Design shared',
  decide(order, { link }) {
    onlyWhileOpen(order)
    if (order.designs.at(-1)?.link === link) return []
    // One that stood here before may stand here again, as undoing has it.
    const known = order.designs.some((design) => design.link === link)
    if (!known && !isFigmaLink(link) && !fileBehind(link, order.conversation)) throw new Invalid({ link: wanted })
    return [DesignLinkShared({ link })]
  },
  undo: 'cannot be taken back',
  palette: [{ key: 'd', tab: 'overview', label: 'Share design', words: 'figma link draft' }],
})
