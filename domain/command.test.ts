import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf, Invalid, NotAllowed, NotFound, perform, Refusal } from './command.ts'
import { fold } from './event.ts'
import { type OrderEvent, orders } from './order/actions.ts'
import { completeOrCancel } from './order/close-order.ts'
import { readConversation } from './order/read-conversation.ts'
import { asha, completed, farhan, meera, opened } from './samples.ts'
import { recorded, type Sample } from './testing.ts'

const at = '2026-11-16T09:00:00.000Z'
const order = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-1', samples))
const close = { orderId: '1', status: 'complete' } as const

describe('performing an action', () => {
  it('decides', () =>
    expect(perform(completeOrCancel, order(opened), close, { by: meera, at })).toEqual([
      { type: 'OrderCompleted', data: {} },
    ]))
  it('is not allowed to another role', () =>
    expect(() => perform(completeOrCancel, order(opened), close, { by: asha, at })).toThrow(NotAllowed))
  it('finds nothing in what the person may not see', () =>
    expect(() => perform(readConversation, order(opened), { orderId: '1', upTo: 0 }, { by: farhan, at })).toThrow(
      NotFound,
    ))
  it('finds nothing where nothing was recorded', () =>
    expect(() => perform(completeOrCancel, order(), close, { by: meera, at })).toThrow(NotFound))
  it('is refused by a broken rule', () =>
    expect(() => perform(completeOrCancel, order(opened, completed), close, { by: meera, at })).toThrow(Refusal))
})

describe('invalid input', () => {
  it('says what is wrong with the first field', () =>
    expect(new Invalid({ name: 'Please enter your name', phone: 'Please enter a phone number' })).toMatchObject({
      message: 'Please enter your name',
      fields: { name: 'Please enter your name', phone: 'Please enter a phone number' },
    }))
  it('has the first message for each field, by its path', () => {
    const schema = z.object({
      name: z
        .string()
        .min(2, 'Please enter your name')
        .regex(/^[A-Z]/, 'Please begin with a capital'),
      answers: z.array(z.string('Please answer this question')),
    })
    const { error } = schema.safeParse({ name: 'a', answers: ['Bread', 7] })
    expect(fieldsOf(error!)).toEqual({ name: 'Please enter your name', 'answers.1': 'Please answer this question' })
    expect(fieldsOf(schema.safeParse([]).error!)).toHaveProperty('body')
  })
  it('says something without any field', () => expect(new Invalid({}).message).toBe('Please check what you entered'))
})
