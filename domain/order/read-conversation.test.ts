import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Person } from '#domain/event.ts'
import { asha, completed, farhan, meera, opened, read } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { ConversationRead, readConversation } from './read-conversation.ts'
import { cases, check, tries } from './testing-action.ts'

const upTo = (revision: number) => ({ orderId: 'x1', upTo: revision })
const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }

export const ofReadConversation = cases(readConversation, {
  example: {
    given: [opened],
    by: meera,
    input: { upTo: 0 },
    follows: [ConversationRead({ upTo: 0, seen: 1 })],
    said: 'Read the messages',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 200, closed: 'open to all' },
  inputOf: { ConversationRead: ({ upTo }) => ({ upTo }) },
  tried: tries({ upTo: fc.nat(30) }),
})

if (import.meta.vitest) {
  check(ofReadConversation)

  describe('reading the conversation', () => {
    it('remembers how much of what the other side sent was read', () =>
      given(orders, opened)
        .when(readConversation, upTo(0), meera)
        .then({ type: 'ConversationRead', data: { upTo: 0, seen: 1 } }))
    it('does nothing the second time', () => given(orders, opened, read).when(readConversation, upTo(0), meera).then())
    it('does nothing when nothing was sent since', () =>
      given(orders, opened, read).when(readConversation, upTo(1), meera).then())
    it('does not count what one sent oneself', () => given(orders, opened).when(readConversation, upTo(0), asha).then())
    it('never goes back', () => {
      const further = { ...read, data: { upTo: 4, seen: 2 } }
      given(orders, opened, further).when(readConversation, upTo(0), meera).then()
    })
    it('is each person’s own: what one admin read, another has not', () =>
      given(orders, opened, read)
        .when(readConversation, upTo(1), ravi)
        .then({ type: 'ConversationRead', data: { upTo: 1, seen: 1 } }))
    it('goes on after the order is closed', () =>
      given(orders, opened, completed)
        .when(readConversation, upTo(1), meera)
        .then({ type: 'ConversationRead', data: { upTo: 1, seen: 1 } }))
    it('finds nothing in another client’s order', () =>
      given(orders, opened).when(readConversation, upTo(0), farhan).thenRefused('Not found'))
    it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, '0', null, undefined])(
      'does not take %s for a revision',
      (wrong) => {
        const checked = readConversation.input.safeParse({ orderId: 'x1', upTo: wrong })
        expect(checked.success).toBe(false)
      },
    )
  })
}
