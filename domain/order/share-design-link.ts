import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { Invalid } from '#domain/command.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { draftPhases } from './design-draft.ts'
import { fileBehind, isFigmaLink, isUpload } from './design-link.ts'
import { withPending } from './fields.ts'
import { orderId, webLink } from './input.ts'
import { onlyWhileOpen } from './order.ts'
import { draftPhaseOf, stateOf } from './review.ts'

export const DesignLinkShared = orderEvent(
  'DesignLinkShared',
  {
    link: personal(z.string(), ''),
    /** The phase, since 2026-11-25. A design with one is to be approved. */
    phase: z.enum(draftPhases).optional(),
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'designs',
    apply: (order, data, { by, at, revision }, { append }) => ({
      ...order,
      designs: append(order.designs, { ...data, by: by.name, at }),
      pending: data.phase ? withPending(order.pending, { at, revision }, draftAsks) : order.pending,
    }),
    sentence: () => 'New design shared',
  },
)

/** What a shared draft does to the pending requests: it waits for the client, and those about the one before are answered. */
export const draftAsks = { asks: 'draft', answers: ['changes'] } as const

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
    const { designs, conversation, steps } = order
    const [latest, phase] = [designs.at(-1), draftPhaseOf(steps)]
    // A link to Figma leads to what was changed there: after requested changes, or in another phase, it is another version.
    const isSame = latest?.link === link && (latest.phase ?? phase) === phase
    if (isSame && stateOf(order, designs.length) !== 'changes') return []
    // A link that was shared before this rule may be shared again.
    const known = !isUpload(link) && designs.some((design) => design.link === link)
    if (!known && !isFigmaLink(link) && !fileBehind(link, conversation)) throw new Invalid({ link: wanted })
    return [DesignLinkShared({ link, phase })]
  },
  undo: 'cannot be taken back',
  palette: [{ key: 'd', tab: 'design', label: 'Share design', words: 'figma link draft' }],
})
