import { z } from 'zod'
import { clear, personal } from '#domain/action.ts'
import { counted, listed } from '#domain/count.ts'
import { messageTraits, orderCommand, orderEvent } from './action.ts'
import { draftPhases } from './design-draft.ts'
import { withPending } from './fields.ts'
import { orderId, singleLineText } from './input.ts'
import { onlyWhileOpen, stepCompletedBy } from './order.ts'
import { isWaiting, reviewed } from './request-changes.ts'
import { pointsIn } from './review.ts'
import { stepToggled } from './toggle-step.ts'

export const DraftApproved = orderEvent(
  'DraftApproved',
  {
    version: clear(z.int()),
    phase: z.enum(draftPhases),
    /** The name, as it was typed. */
    name: personal(z.string(), ''),
    /** The letters of the points that are not done, which stay on the agency’s list. */
    open: clear(z.array(z.string())),
    /** The step that the approval completes. */
    completes: clear(z.int().optional()),
  },
  {
    ...messageTraits,
    kind: 'designs',
    settles: () => 'done',
    apply(order, { version, name, open, completes }, { by, at, revision }) {
      const approved = { name, by: by.name, at, open }
      const completedBy = { by: by.name, at, role: 'client' } as const
      return {
        ...order,
        designs: order.designs.map((each, place) => (place === version - 1 ? { ...each, approved } : each)),
        pending: withPending(order.pending, { at, revision }, { answers: ['draft', 'changes'] }),
        ...(completes === undefined ? {} : stepToggled(order, { step: completes, done: true }, completedBy)),
      }
    },
    sentence: ({ version, name, open }) =>
      `Version ${version} of the design approved${name ? ` by ${name}` : ''}${
        open.length > 0 ? `; ${openLater(open)}` : ''
      }`,
  },
)

/** Lists the points that stay open, as a sentence ends: by their letters while these are few. */
const openLater = (open: readonly string[]): string =>
  open.length > 5 ? `${counted(open.length, 'point')} still open` : `still open: ${listed(open)}`

/** Approves the latest version of the design, by a typed name. It completes the step of its phase that says so. */
export const approveDraft = orderCommand(
  'approveDraft',
  z.object({
    orderId,
    version: z.int('The version is missing or invalid'),
    name: singleLineText('Please type your name', 200),
  }),
  {
    summary: 'Approve the design',
    call: 'POST /api/approve-draft',
    scope: null,
    roles: ['client'],
    success: 'Design approved',
    decide(order, { version, name }) {
      onlyWhileOpen(order)
      const { phase } = reviewed(order, version)
      const open = pointsIn(order, phase).filter(({ done }) => !done)
      const completes = stepCompletedBy(order, 'approval', phase)?.id
      return [DraftApproved({ version, phase, name, open: open.map(({ letter }) => letter), completes })]
    },
    undo: 'cannot be taken back',
    palette: (order) =>
      isWaiting(order) ? [{ tab: 'design', label: 'Approve the design', words: 'accept draft version' }] : [],
  },
)
