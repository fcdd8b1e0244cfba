import { describe, expect, it } from 'vitest'
import { aggregates } from './aggregates.ts'
import { type Aggregate, type Event, fold, type Recorded } from './event.ts'
import { leads } from './lead/actions.ts'
import { evolveLeadRow } from './lead/row.ts'
import { orders, sentence } from './order/actions.ts'
import { evolveRow } from './order/row.ts'
import { opened } from './samples.ts'

const by = { id: 'meera', name: 'Meera', role: 'admin' } as const

/** An event that a newer version may have written, of which this one knows nothing. */
const unknown = (stream: string, revision: number, data: unknown): Recorded => ({
  ...{ id: 'an-id', type: 'WrittenByANewerVersion', data, by, at: '2026-11-16T09:00:00.000Z' },
  ...{ stream, revision, position: 9n },
})

const everyAggregate = Object.values(aggregates) as unknown as Aggregate<unknown, Event>[]

describe('an event of a type that this version does not know', () => {
  it.each(everyAggregate.map((aggregate) => [aggregate.name, aggregate] as const))(
    'leaves the state of %s as it is',
    (name, aggregate) => {
      for (const data of [{}, { works: 1, texts: 1, step: 1 }, null, 'text']) {
        expect(fold(aggregate, [unknown(`${name}-1`, 0, data)])).toBe(aggregate.initial)
      }
    },
  )

  it('leaves the rows of lists in place', () => {
    const order = evolveRow(undefined, { ...opened, id: 'o', stream: 'order-1', revision: 0, position: 1n } as never)
    expect(evolveRow(order, unknown('order-1', 1, {}) as never)).toMatchObject({ title: order!.title, revision: 1 })
    const lead = { ...leads.initial, name: 'Asha', id: '1', revision: 0 }
    expect(evolveLeadRow(lead, unknown('lead-1', 1, {}) as never)).toEqual({ ...lead, revision: 1 })
  })

  it('has a sentence', () =>
    expect(sentence(unknown('order-1', 1, {}) as never, orders.initial)).toBe('Unknown event from a newer version'))
})
