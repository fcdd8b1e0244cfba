import { describe, expect, it } from 'vitest'
import { currentWork } from '#domain/order/next-step.ts'
import { orderFilters } from '#domain/order/worklist.ts'
import {
  asha,
  cancelled,
  clientErased,
  completed,
  farhan,
  invoiced,
  invoiceIssued,
  meera,
  opened,
  proposed,
  read,
  registered,
  renamed,
  signed,
} from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { BadCursor } from '#infra/documents/store.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { countOrders, type ListedOrders, listOrders, maxCounted } from './list-orders.ts'

const tashi = { id: 'tashi', name: 'Tashi Dorjee', role: 'client' } as const
const ravi = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' } as const
const steps = [
  { id: 1, value: 'Payment', with: 'client' as const },
  { id: 2, value: 'Report', with: 'agency' as const },
]

const openedBy = (by: typeof asha, day: number) => ({
  ...opened,
  by,
  data: { ...opened.data, clientId: by.id, questions: [], steps, title: `${by.name} #${day}` },
  at: `2026-11-${String(day).padStart(2, '0')}T04:30:00.000Z`,
})
const says = (by: typeof asha, text: string, day: number): Sample => ({
  type: 'MessageSent',
  data: { text },
  by,
  at: `2026-11-${day}T05:00:00.000Z`,
})

/** Five orders of two people, opened one day after the other. */
async function fiveOrders() {
  const { events, documents } = await testStores()
  await record(events, 'account-asha', registered)
  await record(events, 'account-farhan', {
    ...registered,
    by: farhan,
    data: { ...registered.data, name: farhan.name, email: 'farhan@lampandladle.example', phone: '+919845012345' },
  } as Sample)
  await record(events, 'order-1', openedBy(asha, 1), read, signed)
  await record(events, 'order-2', openedBy(farhan, 2), completed)
  await record(events, 'order-3', openedBy(asha, 3), completed)
  await record(events, 'order-4', openedBy(asha, 4), cancelled)
  const last = await record(events, 'order-5', openedBy(farhan, 5))
  await record(events, 'template-1', { type: 'StepsRevised', data: { steps: [] }, by: asha, at: opened.at })
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  const settle = (position: bigint) => Promise.all(projections.all.map((model) => model.reached(position, 5_000)))
  await settle(last.position)
  const viewpoint = { viewer: meera, today: '2026-11-16' }
  const list = (query: ListedOrders = {}, seen: Partial<typeof viewpoint> = {}) =>
    listOrders(projections, query, { ...viewpoint, ...seen })
  return {
    events,
    ...projections,
    list,
    /** The ids of all pages, one after the other. */
    async leaf(query: ListedOrders & { limit: number }, seen: Partial<typeof viewpoint> = {}) {
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await list({ ...query, after }, seen)
        expect(page.documents.length).toBeLessThanOrEqual(query.limit)
        ids.push(...page.documents.map(({ id }) => id))
        after = page.next
      } while (after !== undefined)
      return ids
    },
    idsOf: async (query: ListedOrders = {}, seen: Partial<typeof viewpoint> = {}) =>
      (await listOrders(projections, query, { ...viewpoint, ...seen })).documents.map(({ id }) => id),
    counts: (query: Parameters<typeof countOrders>[1] = {}, seen: Partial<typeof viewpoint> = {}) =>
      countOrders(projections, query, { ...viewpoint, ...seen }),
    /** Records events of an order, and waits until the lists have them. */
    async happen(order: string, ...samples: Sample[]) {
      const { position } = await record(events, `order-${order}`, ...samples)
      await settle(position)
    },
    [Symbol.asyncDispose]: projections.close,
  }
}

// spec: 2.65
it('lists orders newest first: all, by status, by client, by both', async () => {
  await using agency = await fiveOrders()
  expect(await agency.idsOf()).toEqual(['5', '4', '3', '2', '1'])
  expect(await agency.idsOf({ status: 'completed' })).toEqual(['3', '2'])
  expect(await agency.idsOf({ clientId: 'asha' })).toEqual(['4', '3', '1'])
  expect(await agency.idsOf({ clientId: 'asha', status: 'open' })).toEqual(['1'])
  expect(await agency.idsOf({ clientId: 'nobody' })).toEqual([])
})

it('lists them page by page', async () => {
  await using agency = await fiveOrders()
  const first = await agency.list({ limit: 3 })
  const second = await agency.list({ limit: 3, after: first.next })
  expect(first.documents.map(({ id }) => id)).toEqual(['5', '4', '3'])
  expect(second.documents.map(({ id }) => id)).toEqual(['2', '1'])
  expect(second.next).toBeUndefined()
})

it('keeps the row of each order as its events say', async () => {
  await using agency = await fiveOrders()
  const row = async () => (await agency.list({ clientId: 'asha', status: 'open' })).documents[0]!
  expect(await row()).toMatchObject({ id: '1', revision: 2, title: 'Asha Rao #1', read: { meera: 1 } })
  expect((await row()).steps[0]).toMatchObject({ status: 1, completedBy: { by: 'Meera Kulkarni' } })
  await agency.happen('1', completed)
  expect(await agency.list({ status: 'open', clientId: 'asha' })).toEqual({ documents: [] })
})

it('names the client as their account does today, and else as they opened it', async () => {
  await using agency = await fiveOrders()
  const names = async () => (await agency.list()).documents.map(({ clientName }) => clientName)
  const data = { name: 'Asha Patil', phone: '+914428112345' }
  const { position } = await record(agency.events, 'account-asha', { ...registered, type: 'ProfileChanged', data })
  await agency.accounts.reached(position, 5_000)
  // The same row each time: what is made of it is cached by it.
  expect((await agency.list()).documents[1]).toBe((await agency.list()).documents[1])
  await agency.happen('6', openedBy(tashi, 6))
  const [asha, farhan] = ['Asha Patil', 'Farhan Qureshi']
  expect(await names()).toEqual(['Tashi Dorjee', farhan, asha, asha, farhan, asha])
})

it('knows what is due of an issued invoice, as the page of the order does', async () => {
  await using agency = await fiveOrders()
  const { data } = invoiceIssued
  const priced = { ...invoiced, data: { paid: 0, actual: 45_000_00, revisions: 0 } }
  await agency.happen('1', priced, { ...invoiceIssued, data: { ...data, open: 22_500_00, paid: [] } })
  const row = (await agency.list({ clientId: 'asha', status: 'open' })).documents.at(-1)!
  expect([row.id, currentWork(row)]).toEqual(['1', 'Pay ₹22,500'])
})

it('counts the orders of a client', async () => {
  await using agency = await fiveOrders()
  expect(await agency.orders.collection.count({ clientId: 'asha' })).toBe(3)
  expect(await agency.orders.collection.count({ clientId: 'nobody' })).toBe(0)
})

describe('sorting', () => {
  it('goes by opening and by the last event, either way', async () => {
    await using agency = await fiveOrders()
    await agency.happen('1', says(asha, 'Good morning', 20))
    expect(await agency.idsOf({ sort: 'oldest' })).toEqual(['1', '2', '3', '4', '5'])
    expect((await agency.idsOf({ sort: 'latest-activity' }))[0]).toBe('1')
    expect((await agency.idsOf({ sort: 'oldest-activity' })).at(-1)).toBe('1')
  })

  // spec: 2.65
  it.each([1, 2, 3, 50])('has what its reader has not read first, in pages of %i', async (limit) => {
    await using agency = await fiveOrders()
    await agency.happen('3', { ...read, at: '2026-11-20T05:00:00.000Z' })
    expect(await agency.leaf({ sort: 'unread', limit })).toEqual(['5', '4', '2', '3', '1'])
    expect(await agency.idsOf({ sort: 'unread' }, { viewer: ravi })).toEqual(['5', '4', '3', '2', '1'])
  })

  it('refuses a cursor of another sort, and one that is none', async () => {
    await using agency = await fiveOrders()
    const { next } = await agency.list({ sort: 'newest', limit: 1 })
    for (const after of [next, 'nonsense', 'u.nonsense'])
      await expect(agency.list({ sort: 'unread', after })).rejects.toBeInstanceOf(BadCursor)
    await expect(agency.list({ sort: 'oldest', after: next })).rejects.toBeInstanceOf(BadCursor)
  })
})

describe('filtering', () => {
  it('tells whose turn it is', async () => {
    await using agency = await fiveOrders()
    expect(await agency.idsOf({ filter: 'waiting-on-us' })).toEqual(['1'])
    expect(await agency.idsOf({ filter: 'waiting-on-client' })).toEqual(['5'])
    await agency.happen('1', completed)
    expect(await agency.idsOf({ filter: 'waiting-on-us' })).toEqual([])
  })

  it('finds an order by each filter that it meets, and by no other', async () => {
    await using agency = await fiveOrders()
    const [client, admin] = ['client', 'agency'] as const
    const opens = (day: number, by: typeof client | typeof admin): Sample => {
      const order = openedBy(asha, day)
      return { ...order, data: { ...order.data, steps: [{ id: 1, value: 'Step', with: by }] } }
    }
    await agency.happen('6', opens(6, admin))
    await agency.happen('7', opens(7, client), read, invoiced)
    await agency.happen('8', opens(8, admin), read, proposed)
    const filtersOf = async (id: string, seen?: { today?: string; viewer?: typeof meera }) => {
      const found = await Promise.all(orderFilters.map((filter) => agency.idsOf({ filter }, seen)))
      return orderFilters.filter((_, at) => found[at]!.includes(id))
    }
    expect(await filtersOf('6')).toEqual(['waiting-on-us', 'unread'])
    expect(await filtersOf('7')).toEqual(['waiting-on-client', 'unpaid'])
    expect(await filtersOf('8', { today: '2030-01-01' })).toEqual(['waiting-on-us', 'overdue'])
  })

  it('finds what its reader has not read, whatever has become of the order', async () => {
    await using agency = await fiveOrders()
    expect(await agency.idsOf({ filter: 'unread' })).toEqual(['5', '4', '3', '2'])
    expect(await agency.idsOf({ filter: 'unread', sort: 'unread', limit: 4 })).toEqual(['5', '4', '3', '2'])
    await agency.happen('1', says(asha, 'Good morning', 20))
    expect(await agency.idsOf({ filter: 'unread', status: 'open' })).toEqual(['5', '1'])
    expect(await agency.idsOf({ filter: 'unread', status: 'open' }, { viewer: ravi })).toEqual(['5', '1'])
  })

  it('does not find as unread what is left of a client who was erased', async () => {
    await using agency = await fiveOrders()
    await agency.happen('5', says(farhan, 'Good morning', 20), { ...clientErased, at: '2026-11-21T05:00:00.000Z' })
    await agency.happen('1', { ...clientErased, at: '2026-11-21T05:00:00.000Z' })
    for (const viewer of [meera, ravi]) {
      const expected = ['4', '3', '2']
      expect(await agency.idsOf({ filter: 'unread' }, { viewer })).toEqual(expected)
      expect(await agency.idsOf({ filter: 'unread', sort: 'unread', limit: 3 }, { viewer })).toEqual(expected)
      const { sections, filters } = await agency.counts({ filter: 'unread' }, { viewer })
      expect([sections, filters.unread]).toEqual([{ open: 0, completed: 2, cancelled: 1 }, 3])
      for (const limit of [1, 2, 3, 4, 50])
        expect(await agency.leaf({ sort: 'unread', limit }, { viewer })).toEqual(['4', '3', '2', '5', '1'])
    }
  })

  // spec: 2.68
  it('finds what is overdue as the days go by, without an event', async () => {
    await using agency = await fiveOrders()
    await agency.happen('5', proposed)
    const overdue = (today: string) => agency.idsOf({ filter: 'overdue' }, { today })
    expect(await overdue('2026-12-02')).toEqual([])
    expect(await overdue('2026-12-03')).toEqual(['5'])
    expect(await agency.idsOf({ filter: 'overdue', status: 'completed' }, { today: '2027-01-01' })).toEqual([])
    await agency.happen('5', completed)
    expect(await overdue('2026-12-03')).toEqual([])
  })

  it('finds what is unpaid, completed or not', async () => {
    await using agency = await fiveOrders()
    await agency.happen('5', invoiced)
    expect(await agency.idsOf({ filter: 'unpaid' })).toEqual(['5'])
    await agency.happen('5', completed)
    expect(await agency.idsOf({ filter: 'unpaid', status: 'completed' })).toEqual(['5'])
  })
})

describe('searching', () => {
  // spec: 2.67
  it.each<[string, string, string[]]>([
    ['the client’s name', 'asha', ['4', '3', '1']],
    ['the client’s address', 'lampandladle', ['5', '2']],
    ['the client’s number, as people write it', '98450 12345', ['5', '2']],
    ['the client’s number with its first zero', '098450 12345', ['5', '2']],
    ['the name of the order', 'asha 3', ['3']],
    ['a name it was given', 'silver anchor', ['1']],
    ['whom the proposal is for', 'weavers', ['1']],
    ['what the client answered', 'silk looms', ['6']],
    ['what was said', 'shuttle', ['5']],
    ['nothing', 'nobody wrote this', []],
  ])('finds orders by %s', async (_, search, expected) => {
    await using agency = await fiveOrders()
    await agency.happen('1', { ...renamed, data: { title: 'The Silver Anchor' } }, {
      ...proposed,
      data: { ...proposed.data, receiverName: 'The Weavers of Coonoor' },
    } as Sample)
    await agency.happen('5', says(farhan, 'The shuttle is mended.', 20))
    const sixth = openedBy(tashi, 6)
    const questions = [{ ...opened.data.questions[0]!, answer: 'Silk saris from six looms' }]
    await agency.happen('6', { ...sixth, data: { ...sixth.data, questions } })
    expect(await agency.idsOf({ search })).toEqual(expected)
  })

  it.each<[string, string[]]>([
    ['patil', ['4', '3', '1']],
    ['patil anchor', ['1']],
    ['ANCHOR patil asha', ['1']],
    ['98450 12345 shuttle', ['5']],
    ['+91 98450 12345 farhan shuttle mended', ['5']],
    ['shuttle patil', []],
    ['patil 2', []],
    ['patil lampandladle', []],
    ['farhan@shuttle.example', []],
    ['farhan shuttle', ['5']],
    ['+91 44 2811 5000', []],
    ['the shuttle is mended farhan lampandladle', ['5']],
  ])('finds what has one word in the order and another in the client’s account: %s', async (search, expected) => {
    await using agency = await fiveOrders()
    const data = { name: 'Asha Patil', phone: '+914428112345' }
    await record(agency.events, 'account-asha', { ...registered, type: 'ProfileChanged', data })
    await agency.happen('1', { ...renamed, data: { title: 'The Silver Anchor' } })
    await agency.happen('5', says(farhan, 'The shuttle is mended.', 20))
    await agency.happen('1', says(asha, 'We have 5000 of them.', 21))
    expect(await agency.idsOf({ search })).toEqual(expected)
    const { sections } = await agency.counts({ search })
    expect(sections.open + sections.completed + sections.cancelled).toBe(expected.length)
  })

  it('goes with a status, a filter and a sort, and is leafed through', async () => {
    await using agency = await fiveOrders()
    expect(await agency.idsOf({ search: 'asha', status: 'completed' })).toEqual(['3'])
    expect(await agency.idsOf({ search: 'asha', filter: 'unread', sort: 'oldest' })).toEqual(['3', '4'])
    const first = await agency.list({ search: 'asha', sort: 'unread', limit: 2 })
    const second = await agency.list({ search: 'asha', sort: 'unread', limit: 2, after: first.next })
    expect([first, second].map(({ documents }) => documents.map(({ id }) => id))).toEqual([['4', '3'], ['1']])
  })
})

describe('counting', () => {
  // spec: 2.67
  it('is exact, in each list and by each filter', async () => {
    await using agency = await fiveOrders()
    await agency.happen('5', proposed, invoiced)
    expect(await agency.counts({}, { today: '2027-01-01' })).toEqual({
      sections: { open: 2, completed: 2, cancelled: 1 },
      filters: { open: 2, 'waiting-on-us': 1, 'waiting-on-client': 1, unread: 4, overdue: 1, unpaid: 1 },
    })
    expect((await agency.counts({}, { viewer: ravi })).filters.unread).toBe(5)
  })

  it('goes by filter and search in each list, and by neither for the filters', async () => {
    await using agency = await fiveOrders()
    const { sections, filters } = await agency.counts({ filter: 'unread', search: 'asha' })
    expect(sections).toEqual({ open: 0, completed: 1, cancelled: 1 })
    expect(filters).toMatchObject({ open: 2, unread: 4 })
    expect((await agency.counts({ filter: 'overdue' })).sections).toEqual({ open: 0, completed: 0, cancelled: 0 })
    expect(maxCounted).toBeGreaterThan(200)
  })
})
