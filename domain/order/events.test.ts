import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { opened, read } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { countsAsUnread, movesRow, type OrderEvent, orderEvents, orders, overviewPlace, traitsOf } from './actions.ts'

const types = Object.keys(orderEvents) as OrderEvent['type'][]
const of = (type: string) => ({ type, data: {} }) as unknown as OrderEvent
const those = (holds: (event: OrderEvent) => boolean) => types.filter((type) => holds(of(type)))

describe('the table of events', () => {
  it('has every type, or it does not compile', () => {
    const { OrderOpened: _, ...rest } = orderEvents
    // @ts-expect-error: OrderOpened is missing
    const table: typeof orderEvents = rest
    expect(Object.keys(table)).toHaveLength(types.length - 1)
  })
  it('says what the other side has to read', () =>
    expect(those(countsAsUnread)).toEqual([
      'OrderOpened',
      'ChangesRequested',
      'DraftApproved',
      'MessageSent',
      'FileShared',
      'FileReplaced',
      'AnswersAmended',
    ]))
  it('tells the other side of everything, but no one that someone has read, or was erased', () =>
    expect(those((event) => traitsOf(event)?.notifies !== 'other side')).toEqual([
      'PointSettled',
      'ConversationRead',
      'ClientErased',
    ]))
  it('hides nothing from the overview but the opening and the reading', () =>
    expect(those((event) => overviewPlace(event) === 'hidden')).toEqual(['OrderOpened', 'ConversationRead']))
})

describe('an event that a newer program wrote', () => {
  const event = of('NobodyKnowsThis')
  it.each(['NobodyKnowsThis', 'constructor', ''])('is not known: %j', (type) =>
    expect(traitsOf(of(type))).toBeUndefined(),
  )
  it('counts for nothing, and no one is told of it', () =>
    expect([countsAsUnread(event), traitsOf(event)?.notifies, movesRow(event), overviewPlace(event)]).toEqual([
      false,
      undefined,
      false,
      'hidden',
    ]))
  it('leaves the order as it is, which says that it does not know it', () => {
    const known = recorded('order-1', [opened, read])
    const next = { ...recorded('order-1', [opened])[0]!, ...event }
    expect(orders.evolve(fold(orders, known), next)).toBe(undefined)
    expect(fold(orders, [...known, next])).toEqual(fold(orders, known))
  })
})
