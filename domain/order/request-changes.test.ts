import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold, type Recorded } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import {
  asha,
  changesRequested,
  completed,
  designShared,
  draftApproved,
  draftShared,
  fileShared,
  invoiced,
  nextDraftShared,
  opened,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import type { Order } from './order.ts'
import { ChangesRequested, requestChanges } from './request-changes.ts'
import { draftPhaseOf, nextRound } from './review.ts'
import { anyPerson, cases, check, some } from './testing-action.ts'

const pin = { file: 0, page: 0, x: 0.25, y: 0.5 }
const picture = { filename: 'shop.png', originalName: 'our shop.png', fileType: 'image' as const, size: 100 }
const quota = 1_000_000
const points = [
  { text: 'Make the number larger', pin },
  { text: 'Show our shop', picture: 0 },
]
const changeRequest = { version: 1, price: '0', points, files: [picture], quota }
const lettered = [
  { letter: 'a', text: 'Make the number larger', pin },
  { letter: 'b', text: 'Show our shop', picture },
]
const first = { version: 1, phase: 'landing page' as const, round: 1, price: 0, points: lettered }

/** The body of the button: the latest version, and the price of the next round. */
const read = (order: Order) => {
  const phase = order.designs.at(-1)?.phase ?? draftPhaseOf(order.steps)
  return { version: order.designs.length, price: toWireRupees(nextRound(order, phase).price ?? 0) }
}
const trying = fc
  .record({
    by: anyPerson,
    texts: fc.array(some('Larger', 'Say the day'), { minLength: 1, maxLength: 3 }),
    late: some(0, 0, 0, 1),
  })
  .map(({ by, texts, late }) => ({
    by,
    input: (order: Order) => {
      const { version, price } = read(order)
      return { version: version - late, price, points: texts.map((text) => ({ text })), files: [], quota }
    },
  }))

export const ofRequestChanges = cases(requestChanges, {
  example: {
    given: [opened, draftShared],
    by: asha,
    input: changeRequest,
    follows: [ChangesRequested(first)],
    said: 'Changes requested for version 1: 2 points, round 1 of the landing page, free',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 403 },
  inputOf: {
    ChangesRequested: ({ version, price, points }) => ({
      version,
      price: toWireRupees(price),
      points: points.map(({ letter: _, picture: __, ...rest }) => rest),
      files: [],
      quota,
    }),
  },
  tried: trying,
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
    'in a second window': {
      given: [opened, draftShared, changesRequested],
      message: 'Changes were already requested for version 1',
    },
    'once it was approved': {
      given: [opened, draftShared, draftApproved],
      message: 'Version 1 was already approved by Asha Rao',
    },
  },
  invalid: [
    { input: { ...changeRequest, points: [] }, fields: { points: 'Please add at least one point' } },
    {
      input: { ...changeRequest, points: [{ text: ' ' }] },
      fields: { 'points.0.text': 'Please write what should change' },
    },
    {
      input: { ...changeRequest, price: 'free' },
      fields: { price: 'Please enter an amount in rupees, like 22500 or 22500.50' },
    },
  ],
})

if (import.meta.vitest) {
  check(ofRequestChanges)

  /** A project of ₹65,000 with so many rounds behind it, each about a version of its own; the latest version waits. */
  const waitingAfter = (rounds: number, price = 65_000): Order => {
    const samples: Sample<OrderEvent>[] = [
      opened,
      { ...invoiced, data: { paid: 0, actual: price * 100, revisions: 0 } },
    ]
    for (let n = 1; n <= rounds; n++) {
      const order = fold(orders, recorded('order-1', [...samples, draftShared]))
      const [event] = execute(order, read(order).price)
      samples.push(draftShared, { ...event!, by: asha, at: draftShared.at } as Sample<OrderEvent>)
    }
    return fold(orders, recorded('order-1', [...samples, draftShared]))
  }
  const execute = (order: Order, price: string) =>
    perform(
      requestChanges,
      order,
      requestChanges.input.parse({
        orderId: 'x1',
        version: order.designs.length,
        price,
        points: [{ text: 'Larger' }],
        files: [],
        quota,
      }),
      { by: asha, at: '2026-11-16T09:00:00.000Z' },
    )

  describe('a round of changes', () => {
    it('makes it the agency’s turn', () => {
      const order = fold(orders, recorded('order-1', [opened, draftShared, changesRequested]))
      expect(order.pending).toEqual({ changes: { at: changesRequested.at, revision: 2 } })
    })
    it('is free twice in a phase, and costs 2 % of the project then, which is in the invoice at once', () => {
      const order = waitingAfter(2)
      expect([execute(waitingAfter(0), '0')[0]!.data.price, execute(waitingAfter(1), '0')[0]!.data.price]).toEqual([
        0, 0,
      ])
      const [event] = execute(order, '1300')
      expect(event!.data).toMatchObject({ round: 3, price: 1_300_00 })
      const next = orders.evolve(order, {
        ...recorded('order-1', [{ ...event!, by: asha, at: '' }])[0]!,
      } as Recorded<OrderEvent>)
      expect(next.invoice).toEqual({ paid: 0, actual: 65_000_00, revisions: 1 })
    })
    it('is refused where it costs something else than was read', () => {
      expect(() => execute(waitingAfter(2), '0')).toThrow(
        'This round costs ₹1,300 now. Please check it and send it again.',
      )
      expect(() => execute(waitingAfter(1), '1300')).toThrow(
        'This round costs ₹0 now. Please check it and send it again.',
      )
    })
    it('waits for a price where the project has none', () =>
      expect(() => execute(waitingAfter(2, 0), '0')).toThrow(
        'Both free rounds are used, and the project has no price yet. Please write to us.',
      ))
    it('goes on with the letters of its phase', () => {
      const letters = waitingAfter(3).rounds.map(({ points }) => points.map(({ letter }) => letter))
      expect(letters).toEqual([['a'], ['b'], ['c']])
    })
    it('may pin a point on a picture that a link leads to, and nothing on one that leads to Figma', () => {
      const link = {
        ...designShared,
        data: { link: `https://atelier.example/uploads/${fileShared.data.file.filename}` },
      }
      const input = { orderId: 'x1', ...changeRequest, points: [{ text: 'Larger', pin }], files: [] }
      const event = ChangesRequested({ ...first, points: [{ letter: 'a', text: 'Larger', pin }] })
      given(orders, opened, fileShared, link).when(requestChanges, input, asha).then(event)
      given(orders, opened, designShared).when(requestChanges, input, asha).thenRefused('A point isn’t on this version')
    })
    it('pins no point beside the draft', () => {
      const beside = { ...changeRequest, orderId: 'x1', points: [{ text: 'Larger', pin: { ...pin, file: 1 } }] }
      given(orders, opened, draftShared).when(requestChanges, beside, asha).thenRefused('A point isn’t on this version')
      expect(
        requestChanges.input.safeParse({ ...beside, points: [{ text: 'x', pin: { ...pin, x: 1.01 } }] }).success,
      ).toBe(false)
    })
    it('has the pictures that its points name', () =>
      given(orders, opened, draftShared)
        .when(requestChanges, { orderId: 'x1', ...changeRequest, files: [] }, asha)
        .thenRefused('A picture of a point is missing'))
  })
}
