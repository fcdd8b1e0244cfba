import { describe, expect, it } from 'vitest'
import { addressOf, differencesFrom, queryIn } from './worklist-url.ts'

const read = (address: string) => queryIn(new URLSearchParams(address))

describe('an address of the orders', () => {
  it.each([
    {},
    { filter: 'overdue' as const },
    { search: 'a & b, नमस्ते', sort: 'oldest' as const, filter: 'unread' as const },
  ])('says all of what is shown: %j', (query) => expect(read(addressOf(query, 'v1'))).toEqual(query))
  it.each(['?filter=price', '?sort=up', `?search=${'x'.repeat(300)}`, '?search=%20', '?view=gone'])(
    'shows everything where it means nothing: %s',
    (address) => expect(read(address)).toEqual({}),
  )
})

describe('a saved view', () => {
  const late = { id: 'v1', name: 'Late', query: { filter: 'overdue' as const } }
  it('is shown as it is', () => {
    expect(differencesFrom(late, { filter: 'overdue' })).toEqual([])
    expect(differencesFrom(late, { filter: 'overdue', sort: 'newest' })).toEqual([])
  })
  it('says in what it differs', () =>
    expect(differencesFrom(late, { search: 'loom', sort: 'oldest' })).toEqual([
      'All open instead of Overdue',
      '“loom” instead of no search',
      'Oldest first instead of Newest first',
    ]))
})
