import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import {
  asha,
  changesRequested,
  completed,
  designShared,
  draftApproved,
  draftShared,
  meera,
  nextDraftShared,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { approveDraft, DraftApproved } from './approve-draft.ts'
import { amountOnceApproved, payableNow } from './instalments.ts'
import type { Order } from './order.ts'
import { stateOf } from './review.ts'
import { anyPerson, cases, check } from './testing-action.ts'
import { priced } from './testing-payments.ts'

const approved = { version: 1, phase: 'landing page' as const, name: 'Asha Rao', open: [] }
/** The same order, whose steps say that an approval completes them. */
const steps = opened.data.steps.map((step) =>
  step.id === 5 || step.id === 6 ? { ...step, completedOn: 'approval' as const } : step,
)
const openedNow = { ...opened, data: { ...opened.data, steps } }

export const ofApproveDraft = cases(approveDraft, {
  example: {
    given: [openedNow, draftShared, changesRequested],
    by: asha,
    input: { version: 1, name: ' Asha Rao ' },
    follows: [DraftApproved({ ...approved, open: ['a', 'b'], completes: 5 })],
    said: 'Version 1 of the design approved by Asha Rao; still open: a and b',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: { DraftApproved: ({ version, name }) => ({ version, name }) },
  tried: anyPerson.map((by) => ({
    by,
    input: ({ designs }: Order) => ({ version: designs.length, name: by.name }),
  })),
  refused: {
    'once the order is closed': {
      given: [opened, draftShared, completed],
      message: 'Order Either Completed Or Cancelled',
    },
    'before a design was shared': { given: [opened], message: 'No design has been shared yet' },
    'of a version that is not the latest': {
      given: [opened, draftShared, nextDraftShared],
      message: 'There is a newer version of the design. Please look at version 2.',
    },
    'a second time': {
      given: [opened, draftShared, draftApproved],
      message: 'Version 1 was already approved by Asha Rao',
    },
  },
  invalid: [
    { input: { version: 1, name: '  ' }, fields: { name: 'Please type your name' } },
    { input: { version: 1, name: 'x'.repeat(201) }, fields: { name: 'Please use at most 200 characters' } },
    { input: { name: 'Asha' }, fields: { version: 'The version is missing or invalid' } },
  ],
})

if (import.meta.vitest) {
  check(ofApproveDraft)

  const orderOf = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))

  describe('approving a draft', () => {
    it.each([
      [[], 19_500_00],
      [[{ id: 9, value: 'Texts of the landing page', phase: 'landing page' as const }], 0],
      [steps.filter(({ id }) => id === 5).map((step) => ({ ...step, id: 9 })), 0],
    ])('lets fall due what is said before it, where the phase has these steps besides: %j', (more, due) => {
      const price = { ...priced[1]!, data: { paid: 13_000_00, actual: 65_000_00, revisions: 0 } } as Sample<OrderEvent>
      const opening = { ...opened, data: { ...opened.data, steps: [...steps, ...more] } }
      const before = orderOf(opening, price, draftShared)
      const [event] = approveDraft.decide(before, { orderId: '1', version: 1, name: 'Asha Rao' }, draftApproved)
      const after = orderOf(opening, price, draftShared, { ...event!, by: asha, at: draftApproved.at })
      expect([amountOnceApproved(before, 'landing page'), payableNow(after)?.amount ?? 0]).toEqual([due, due])
    })
    it('completes the step of its phase, by the client, and nothing is waited for any more', () => {
      const order = orderOf(openedNow, draftShared, { ...draftApproved, data: { ...approved, completes: 5 } })
      expect(order.steps.find(({ id }) => id === 5)).toMatchObject({
        status: 1,
        completedBy: { by: 'Asha Rao', at: draftApproved.at, role: 'client' },
      })
      expect(order.pending).toEqual({})
      expect(stateOf(order, 1)).toBe('approved')
    })
    it('completes no step where the order’s steps do not say so', () =>
      given(orders, opened, draftShared)
        .when(approveDraft, { orderId: 'x1', version: 1, name: 'Asha Rao' }, asha)
        .then(DraftApproved(approved)))
    it('is possible for a design of before there were approvals', () =>
      given(orders, opened, { ...designShared, data: { link: designShared.data.link } })
        .when(approveDraft, { orderId: 'x1', version: 1, name: 'Asha Rao' }, asha)
        .then(DraftApproved(approved)))
    it('holds for its version alone: a later one asks anew', () => {
      const order = orderOf(opened, draftShared, draftApproved, nextDraftShared)
      expect([stateOf(order, 1), stateOf(order, 2)]).toEqual(['approved', 'waiting'])
      expect(order.pending).toHaveProperty('draft')
    })
    it('is not for the agency', () =>
      given(orders, opened, draftShared)
        .when(approveDraft, { orderId: 'x1', version: 1, name: 'Meera' }, meera)
        .thenRefused('Sorry Not Allowed'))
  })
}
