import { describe, expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { type AccountEvent, accounts } from './actions.ts'
import { isSameQuery, maxViews } from './order-views.ts'
import { removeOrderView, renameOrderView, saveOrderView } from './save-order-view.ts'

const late = { id: 'v1', name: 'Late', query: { filter: 'overdue' as const } }
const looms = { id: 'v2', name: 'Looms', query: { search: 'loom', sort: 'newest' as const } }
const by = <E extends AccountEvent>(event: E): Sample<E> => ({ ...event, by: meera, at: registered.at })
const saved = (view: typeof late | typeof looms) => ({ type: 'OrderViewSaved', data: view }) as const
const viewsAfter = (...events: Sample<AccountEvent>[]) =>
  fold(accounts, recorded('account-meera', [registered, ...events])).orderViews

describe('a view of the orders', () => {
  it('is saved under a name', () => {
    given(accounts, registered).when(saveOrderView, late, meera).then(saved(late))
    expect(viewsAfter(by(saved(late)), by(saved(looms)))).toEqual([late, looms])
  })
  it('shows something else once it is saved again, in its old place', () => {
    const sorted = { ...late, query: { filter: 'overdue', sort: 'oldest' } as const }
    given(accounts, registered, by(saved(late)))
      .when(saveOrderView, sorted, meera)
      .then(saved(sorted))
    expect(viewsAfter(by(saved(late)), by(saved(looms)), by(saved(sorted)))).toEqual([sorted, looms])
  })
  it('has the name it was given in another window when only what it shows is saved, unless it was removed there', () => {
    const renamed = { type: 'OrderViewRenamed', data: { id: 'v1', name: 'Past four weeks' } } as const
    const query = { sort: 'oldest' } as const
    given(accounts, registered, by(saved(late)), by(renamed))
      .when(saveOrderView, { id: 'v1', query }, meera)
      .then({ type: 'OrderViewSaved', data: { ...renamed.data, query } })
    given(accounts, registered)
      .when(saveOrderView, { id: 'v1', query }, meera)
      .thenRefused('This view no longer exists')
  })
  it('does nothing when it is saved as it is', () =>
    given(accounts, registered, by(saved(looms)))
      .when(saveOrderView, looms, meera)
      .then())
  it('has a name that no other has', () => {
    const taken = 'You already have a view with this name'
    const both = [by(saved(late)), by(saved(looms))]
    given(accounts, registered, ...both)
      .when(saveOrderView, { ...late, id: 'v3', name: 'LATE' }, meera)
      .thenRefused(taken)
    given(accounts, registered, ...both)
      .when(renameOrderView, { id: 'v2', name: 'late' }, meera)
      .thenRefused(taken)
  })
  it('is told of without its name once that was erased', () => {
    const { OrderViewSaved, OrderViewRenamed } = accounts.events
    expect(OrderViewSaved.sentence({ ...late, name: 'erased' }, undefined)).toBe('Saved a view')
    expect(OrderViewRenamed.sentence({ id: 'v1', name: 'erased' }, undefined)).toBe('Renamed a view')
  })
  it('is renamed', () => {
    const renamed = { type: 'OrderViewRenamed', data: { id: 'v1', name: 'Past four weeks' } } as const
    given(accounts, registered, by(saved(late)))
      .when(renameOrderView, renamed.data, meera)
      .then(renamed)
    expect(viewsAfter(by(saved(late)), by(renamed))).toEqual([{ ...late, name: 'Past four weeks' }])
    given(accounts, registered, by(saved(late)))
      .when(renameOrderView, { id: 'v1', name: 'Late' }, meera)
      .then()
  })
  it('cannot be renamed once it was removed in another window', () =>
    given(accounts, registered)
      .when(renameOrderView, { id: 'v1', name: 'Later' }, meera)
      .thenRefused('This view no longer exists'))
  it('is removed, once', () => {
    const removed = { type: 'OrderViewRemoved', data: { id: 'v1' } } as const
    given(accounts, registered, by(saved(late)))
      .when(removeOrderView, { id: 'v1' }, meera)
      .then(removed)
    expect(viewsAfter(by(saved(late)), by(removed))).toEqual([])
    given(accounts, registered).when(removeOrderView, { id: 'v1' }, meera).then()
  })
  it('stands in its old place once its removal is undone', () => {
    const removed = { type: 'OrderViewRemoved', data: { id: 'v1' } } as const
    const events = [by(saved(late)), by(saved(looms)), by(removed)]
    given(accounts, registered, ...events)
      .when(saveOrderView, late, meera)
      .then(saved(late))
    expect(viewsAfter(...events, by(saved(late)))).toEqual([late, looms])
  })
  it(`is one of ${maxViews} at most`, () => {
    const views = Array.from({ length: maxViews }, (_, n) => by(saved({ ...late, id: `n${n}`, name: `View ${n}` })))
    given(accounts, registered, ...views)
      .when(saveOrderView, late, meera)
      .thenRefused(`You have ${maxViews} views. Please remove one first.`)
  })
  it('is for admins', () =>
    given(accounts, registered).when(saveOrderView, late, asha).thenRefused('Sorry Not Allowed'))
  it.each([
    ['an empty search is none', { search: '' }, {}, true],
    ['another filter', { filter: 'unread' }, { filter: 'unpaid' }, false],
    ['another sort', { sort: 'oldest' }, {}, false],
  ] as const)('is told from what is shown: %s', (_, some, other, same) => expect(isSameQuery(some, other)).toBe(same))
})
