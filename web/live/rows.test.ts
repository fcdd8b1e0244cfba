import { describe, expect, it } from 'vitest'
import type { Person, Recorded } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { unreadCount } from '#domain/order/order.ts'
import { evolveRow, type OrderRow } from '#domain/order/row.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { applyRowEvent, type Rows, refreshed, rowsOf, section } from './rows.ts'

const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
const meera: Person = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' }

const story = (id: string, day: string): Recorded<OrderEvent>[] => {
  const at = (hour: number) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00.000Z`
  const samples: Sample<OrderEvent>[] = [
    {
      type: 'OrderOpened',
      data: {
        clientId: 'asha',
        number: 1,
        title: `Asha Rao ${id}`,
        steps: [{ id: 1, value: 'Payment' }],
        questions: [],
      },
      by: asha,
      at: at(9),
    },
    { type: 'StepToggled', data: { step: 1, done: true }, by: meera, at: at(10) },
    { type: 'ConversationRead', data: { upTo: 0, seen: 1 }, by: meera, at: at(11) },
    { type: 'OrderCompleted', data: {}, by: meera, at: at(12) },
  ]
  return recorded(`order-${id}`, samples)
}
const row = (id: string, day: string, revision: number): OrderRow =>
  story(id, day)
    .slice(0, revision + 1)
    .reduce<OrderRow | undefined>(evolveRow, undefined)!
const titles = (rows: OrderRow[]) => rows.map(({ title }) => title)
const [opened, toggled, read, completed] = story('b', '15') as [
  Recorded<OrderEvent>,
  Recorded<OrderEvent>,
  Recorded<OrderEvent>,
  Recorded<OrderEvent>,
]

describe('a live list', () => {
  const shown: Rows = rowsOf([row('a', '14', 0), row('c', '16', 0)])

  // spec: 2.54
  it('shows the newest order first', () => {
    expect(titles(section(shown, 'open'))).toEqual(['Asha Rao c', 'Asha Rao a'])
  })

  it('adds an order that is opened, with what is unread in it', () => {
    const { rows, behind } = applyRowEvent(shown, 'b', opened)
    expect(behind).toBe(false)
    expect(titles(section(rows, 'open'))).toEqual(['Asha Rao c', 'Asha Rao b', 'Asha Rao a'])
    expect(unreadCount(rows.get('b')!, meera)).toBe(1)
  })

  it('folds an event onto its row', () => {
    const rows = [opened, toggled].reduce((rows, event) => applyRowEvent(rows, 'b', event).rows, shown)
    expect(rows.get('b')!.steps[0]!.status).toBe(1)
  })

  it('counts what was read as read', () => {
    const rows = [opened, toggled, read].reduce((rows, event) => applyRowEvent(rows, 'b', event).rows, shown)
    expect(unreadCount(rows.get('b')!, meera)).toBe(0)
  })

  it('moves an order that is completed to the completed ones', () => {
    const rows = applyRowEvent(rowsOf([row('b', '15', 2)]), 'b', completed).rows
    expect(section(rows, 'open')).toEqual([])
    expect(titles(section(rows, 'completed'))).toEqual(['Asha Rao b'])
  })

  it('drops an event that it has', () => {
    const rows = rowsOf([row('b', '15', 2)])
    expect(applyRowEvent(rows, 'b', toggled)).toEqual({ rows, behind: false })
    expect(applyRowEvent(rows, 'b', opened).rows).toBe(rows)
  })

  it('asks again when events of a row are missing', () => {
    const rows = rowsOf([row('b', '15', 0)])
    expect(applyRowEvent(rows, 'b', read)).toEqual({ rows, behind: true })
  })

  it('asks again when a newer server writes what it does not know', () => {
    const rows = rowsOf([row('b', '15', 0)])
    const unknown = { ...toggled, type: 'NobodyKnowsThis' } as unknown as Recorded<OrderEvent>
    expect(applyRowEvent(rows, 'b', unknown)).toEqual({ rows, behind: true })
  })

  it('leaves alone what happens in an order it does not show', () => {
    expect(applyRowEvent(shown, 'b', toggled)).toEqual({ rows: shown, behind: false })
  })

  it('asks again when an order it does not show changes its section', () => {
    expect(applyRowEvent(shown, 'b', completed)).toEqual({ rows: shown, behind: true })
  })
})

describe('a list that was asked for again', () => {
  const before = rowsOf([row('a', '14', 0), row('b', '15', 2)])

  it('is what was answered', () => {
    expect(refreshed([row('a', '14', 1)], before, before)).toEqual(rowsOf([row('a', '14', 1)]))
  })

  it('keeps the later revision of a row', () => {
    const now = rowsOf([row('a', '14', 3), row('b', '15', 2)])
    expect(refreshed([row('a', '14', 1), row('b', '15', 3)], before, now)).toEqual(
      rowsOf([row('a', '14', 3), row('b', '15', 3)]),
    )
  })

  it('keeps an order that was opened while the answer was under way', () => {
    const now = new Map(before).set('c', row('c', '16', 0))
    expect(refreshed([...before.values()], before, now)).toEqual(now)
  })

  it('drops an order that is not in the list any more', () => {
    expect(refreshed([row('a', '14', 0)], before, before).has('b')).toBe(false)
  })
})
