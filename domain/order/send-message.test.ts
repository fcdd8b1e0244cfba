import { describe, expect, it } from 'vitest'
import { fold, type Person } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  farhan,
  meera,
  messageSent,
  opened,
  read,
  reopened,
  replied,
} from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type OrderEvent, orders } from './actions.ts'
import { unreadCount } from './order.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { MessageSent, sendMessage } from './send-message.ts'
import { cases, check, some, tries } from './testing-action.ts'

const hello = { orderId: 'x1', text: 'Good morning' }
const sent = { type: 'MessageSent' as const, data: { text: 'Good morning' } }
const problems = (text: unknown) =>
  sendMessage.input.safeParse({ ...hello, text }).error?.issues.map(({ message }) => message)
const unreadOf = (person: Person, ...samples: Sample<OrderEvent>[]) =>
  unreadCount(recorded('order-1', samples).reduce(evolveRow, undefined as OrderRow | undefined)!, person)

export const ofSendMessage = cases(sendMessage, {
  example: {
    given: [opened],
    by: asha,
    input: { text: 'Good morning' },
    follows: [MessageSent({ text: 'Good morning' })],
    said: '“Good morning”',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 200 },
  inputOf: { MessageSent: ({ text }) => ({ text }) },
  tried: tries({ text: some('नमस्ते', ' One.\nTwo. ') }),
})

if (import.meta.vitest) {
  check(ofSendMessage)

  describe('sending a message', () => {
    it.each([asha, meera])('is for both sides: $name', (by) =>
      given(orders, opened).when(sendMessage, hello, by).then(sent),
    )
    it('may say the same thing twice: a person may mean it', () =>
      given(orders, opened, { ...messageSent, data: sent.data })
        .when(sendMessage, hello, asha)
        .then(sent))
    it('stands in the conversation, with who said it and when', () =>
      expect(fold(orders, recorded('order-1', [opened, messageSent, replied])).conversation).toMatchObject([
        { kind: 'message', text: messageSent.data.text, by: asha, at: messageSent.at, revision: 1 },
        { kind: 'message', text: replied.data.text, by: meera, at: replied.at, revision: 2 },
      ]))
    it('is for the other side to read, never for one’s own', () => {
      expect([unreadOf(meera, opened, read, messageSent), unreadOf(asha, opened, read, messageSent)]).toEqual([1, 0])
      expect([unreadOf(meera, opened, read, replied), unreadOf(asha, opened, read, replied)]).toEqual([0, 1])
    })

    it.each([completed, cancelled])('is refused after $type, to both sides', (closed) => {
      for (const by of [asha, meera])
        given(orders, opened, closed).when(sendMessage, hello, by).thenRefused('Order Either Completed Or Cancelled')
    })
    it('is free again once the order was reopened', () =>
      given(orders, opened, completed, reopened).when(sendMessage, hello, asha).then(sent))
    it('finds nothing in another client’s order', () =>
      given(orders, opened).when(sendMessage, hello, farhan).thenRefused('Not found'))
    it('finds no order where there is none', () =>
      given(orders).when(sendMessage, hello, meera).thenRefused('Not found'))

    it.each([undefined, null, 5, '', ' \n\t', '\u200b\u200d', '\ufeff'])('does not take %j for a message', (text) =>
      expect(problems(text)).toEqual(['Please enter a message']),
    )
    it.each(['👍', '?', '  One.\n\nTwo.  ', 'नमस्ते', 'x'.repeat(5_000)])('takes %.20j', (text) =>
      expect(sendMessage.input.parse({ ...hello, text }).text).toBe(text.trim()),
    )
    it('has an end', () => expect(problems('x'.repeat(5_001))).toEqual(['Please use at most 5000 characters']))
  })
}
