import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold } from '#domain/event.ts'
import { asha, clientErased, completed, meera, opened, reopened } from '#domain/samples.ts'
import { given, recorded } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { reopenOrder } from './close-order.ts'
import { ClientErased, eraseClient } from './erase-client.ts'
import { renameOrder } from './rename-order.ts'
import { cases, check } from './testing-action.ts'

const files = ['price-list-1.pdf', 'price-list-2.pdf']
const erase = { orderId: 'x1', files }

export const ofEraseClient = cases(eraseClient, {
  example: {
    given: [opened, completed],
    by: meera,
    input: { files },
    follows: [ClientErased({ files })],
    said: 'The client’s personal data was deleted',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  // It ends an order's life, so that no scenario tries it: `erased-order.test.ts` has what is left after any of them.
  inputOf: { ClientErased: ({ files }) => ({ files }) },
})

if (import.meta.vitest) {
  check(ofEraseClient)

  describe('taking an erased client out of an order', () => {
    it('closes an order that is open', () =>
      given(orders, opened)
        .when(eraseClient, erase, meera)
        .then({ type: 'OrderCancelled', data: {} }, { type: 'ClientErased', data: { files } }))
    it('leaves a completed order completed', () =>
      given(orders, opened, completed).when(eraseClient, erase, meera).then({ type: 'ClientErased', data: { files } }))
    it('does nothing the second time', () =>
      given(orders, opened, completed, clientErased).when(eraseClient, erase, meera).then())
    it('is not for clients', () =>
      given(orders, opened, completed).when(eraseClient, erase, asha).thenRefused('Sorry Not Allowed'))
    it('leaves an order that cannot be opened again', () =>
      given(orders, opened, completed, clientErased)
        .when(reopenOrder, { orderId: 'x1', reason: 'More to do' }, meera)
        .thenRefused('This project can’t be reopened, because the client’s data was deleted'))
    it('leaves an order that its client, who may have come back as someone else, does not see', () => {
      const order = fold(orders, recorded<OrderEvent>('order-x1', [opened, completed, clientErased]))
      expect(() =>
        perform(renameOrder, order, { orderId: 'x1', title: 'Mine' }, { by: asha, at: reopened.at }),
      ).toThrow()
      expect(orders.initial.clientId).toBe(order.clientId)
    })
  })
}
