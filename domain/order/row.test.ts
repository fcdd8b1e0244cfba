import { describe, expect, it } from 'vitest'
import { perform } from '#domain/command.ts'
import { fold, type Person } from '#domain/event.ts'
import {
  asha,
  cancelled,
  completed,
  fileDeleted,
  fileReplaced,
  fileShared,
  life,
  meera,
  messageSent,
  opened,
  read,
  renamed,
  reopened,
  signed,
} from '#domain/samples.ts'
import { recorded, type Sample } from '#domain/testing.ts'
import { countsAsUnread, type OrderEvent, orders } from './actions.ts'
import { filesOf } from './conversation.ts'
import { deleteFile } from './delete-file.ts'
import { currentStep, unreadCount } from './order.ts'
import { evolveRow, type OrderRow } from './row.ts'

const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
const row = (...samples: Sample<OrderEvent>[]) =>
  recorded('order-x1', samples).reduce(evolveRow, undefined as OrderRow | undefined)!
/** The events that an existing order may have, reading aside. */
const changes = life.slice(1).filter(({ type }) => type !== 'ConversationRead')

describe('a row of the list', () => {
  it('is not there before the order', () =>
    expect(evolveRow(undefined, recorded('order-x1', [signed])[0]!)).toBeUndefined())
  it('names the order and its client', () =>
    expect(row(opened)).toMatchObject({
      id: 'x1',
      revision: 0,
      clientId: 'asha',
      clientName: 'Asha Rao',
      title: 'Asha Rao #3',
      status: 'open',
      openedAt: opened.at,
      lastAt: opened.at,
    }))
  it('stands at the first open step', () =>
    expect([currentStep(row(opened).steps)?.id, currentStep(row(opened, signed).steps)?.id]).toEqual([1, 2]))
  it('was last touched when something was done', () => expect(row(opened, signed).lastAt).toBe(signed.at))
  it('is not touched by reading, but knows the revision', () =>
    expect(row(opened, read)).toMatchObject({ lastAt: opened.at, revision: 1 }))
  it.each([
    [completed, 'completed'],
    [cancelled, 'cancelled'],
  ])('shows how the order was closed', (closed, status) =>
    expect(row(opened, closed)).toMatchObject({ status, lastAt: closed.at, revision: 1 }),
  )
  it('is open again once the order was reopened', () =>
    expect(row(opened, completed, reopened)).toMatchObject({ status: 'open', lastAt: reopened.at, revision: 2 }))
  it('has the name the order was given', () => expect(row(opened, renamed).title).toBe('Neelgiri Looms'))
  it.each(changes)('was last touched by $type', (event) =>
    expect(row(opened, event)).toMatchObject({ lastAt: event.at, revision: 1 }),
  )
})

describe('unread', () => {
  it('counts what the client sent, for an admin', () => expect(unreadCount(row(opened), meera)).toBe(1))
  it('counts nothing of one’s own', () => expect(unreadCount(row(opened), asha)).toBe(0))
  it('counts nothing that was read', () => expect(unreadCount(row(opened, read), meera)).toBe(0))
  // The table of events says which types count, for both sides.
  it.each(changes.filter((event) => countsAsUnread(event)))('counts to the other side: $type', (event) => {
    const counted = (by: Person) => row(opened, read, { ...event, by })
    expect([unreadCount(counted(asha), meera), unreadCount(counted(asha), asha)]).toEqual([1, 0])
    expect([unreadCount(counted(meera), asha), unreadCount(counted(meera), meera)]).toEqual([1, 0])
  })
  it.each(changes.filter((event) => !countsAsUnread(event)))('counts nothing that is not sent: $type', (event) =>
    expect([unreadCount(row(opened, read, event), asha), unreadCount(row(opened, read, event), meera)]).toEqual([0, 0]),
  )
  describe('of a file that was deleted', () => {
    const deletedBy = (...samples: Sample<OrderEvent>[]) => {
      const before = fold(orders, recorded('order-x1', samples))
      const { id, file } = filesOf(before.conversation)[0]!
      const input = { orderId: 'x1', id, fileName: file.filename }
      const [deleted] = perform(deleteFile, before, input, { by: asha, at: fileDeleted.at })
      return [...samples, { ...deleted!, by: asha, at: fileDeleted.at }]
    }
    const readAll: Sample<OrderEvent> = { ...read, data: { upTo: 2, seen: 2 } }
    it('is nothing, for a reader who had not read it', () => {
      expect(unreadCount(row(...deletedBy(opened, read, fileShared)), meera)).toBe(0)
      expect(unreadCount(row(...deletedBy(opened, read, fileShared, fileReplaced)), meera)).toBe(0)
      expect(unreadCount(row(...deletedBy(opened, fileShared)), meera)).toBe(1)
    })
    it('hides nothing that came after it, for a reader who had read it', () => {
      const gone = deletedBy(opened, fileShared, readAll)
      expect(unreadCount(row(...gone), meera)).toBe(0)
      expect(unreadCount(row(...gone, messageSent), meera)).toBe(1)
      expect(unreadCount(row(...gone, messageSent), ravi)).toBe(2)
    })
  })
  it('is counted for each person', () => expect(unreadCount(row(opened, read), ravi)).toBe(1))
})
