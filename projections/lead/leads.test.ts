import { expect, it, onTestFinished } from 'vitest'
import type { LeadEvent } from '#domain/lead/actions.ts'
import { asha, meera, registered } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { startProjections } from '#projections/all.ts'
import { eachOnce } from '#projections/every-row.ts'
import { readModelDifferences } from '#projections/read-model-differences.ts'
import { record, testStores } from '#projections/testing.ts'
import { countLeads, dueLeads, leadsAlike, listLeads } from './leads.ts'

const submits = (id: string, day: number): Sample<LeadEvent> => ({
  type: 'LeadSubmitted',
  data: { name: `Lead ${id}`, email: `${id}@example.com`, phone: '+919000000054', source: 'customer-filter' },
  by: { id, name: `Lead ${id}`, role: 'client' },
  at: `2026-11-${String(day).padStart(2, '0')}T04:30:00.000Z`,
})
const wins: Sample<LeadEvent> = {
  type: 'LeadMoved',
  data: { stage: 'won' },
  by: meera,
  at: '2026-11-20T04:30:00.000Z',
}

/** Four leads, of which the first asked again at last and the third was won. */
async function fourLeads() {
  const { events, documents } = await testStores()
  for (const [at, id] of ['asha', 'b', 'c', 'meera'].entries()) await record(events, `lead-${id}`, submits(id, at + 1))
  await record(events, 'lead-c', wins)
  const last = await record(events, 'lead-asha', submits('asha', 9))
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  await projections.leads.reached(last.position, 5_000)
  return { events, documents, projections, [Symbol.asyncDispose]: projections.close }
}

it('lists leads, those who asked last first: all, and by stage', async () => {
  await using stores = await fourLeads()
  const idsOf = async (query?: Parameters<typeof listLeads>[1]) =>
    (await listLeads(stores.projections, query)).data.map(({ id }) => id)
  expect(await idsOf()).toEqual(['asha', 'meera', 'c', 'b'])
  expect(await idsOf({ stage: 'won' })).toEqual(['c'])
  expect(await idsOf({ stage: 'new' })).toEqual(['asha', 'meera', 'b'])
  const first = await listLeads(stores.projections, { limit: 3 })
  const second = await listLeads(stores.projections, { limit: 3, after: first.next })
  expect([first, second].map(({ data }) => data.length)).toEqual([3, 1])
  expect(second.next).toBeUndefined()
})

it('hands out every lead once, also one that asks again meanwhile', async () => {
  const { events, documents } = await testStores()
  const ids = Array.from({ length: 60 }, (_, at) => `lead${at}`)
  for (const id of ids) await record(events, `lead-${id}`, submits(id, 1))
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  onTestFinished(projections.close)
  await projections.leads.caughtUp
  const all = eachOnce<{ id: string }>({ list: projections.leads, idOf: ({ id }) => id }, async (page) => {
    const { data: rows, ...rest } = await listLeads(projections, page)
    return { rows, ...rest }
  })
  const first = (await all.next()).value!.id
  const onLastPage = (await listLeads(projections, { limit: 60 })).data.at(-1)!.id
  for (const id of [first, onLastPage]) {
    const { position } = await record(events, `lead-${id}`, submits(id, 9))
    await projections.leads.reached(position, 5_000)
  }
  const rest = (await Array.fromAsync(all)).map(({ id }) => id)
  expect([first, ...rest].toSorted()).toEqual(ids.toSorted())
  expect(rest.at(-1)).toBe(onLastPage)
})

it('keeps a lead as its events say', async () => {
  await using stores = await fourLeads()
  expect((await listLeads(stores.projections)).data[0]).toEqual({
    id: 'asha',
    revision: 1,
    name: 'Lead asha',
    email: 'asha@example.com',
    phone: '+919000000054',
    source: 'customer-filter',
    stage: 'new',
    stageAt: '2026-11-01T04:30:00.000Z',
    others: [],
    submissions: 2,
    firstAt: '2026-11-01T04:30:00.000Z',
    submittedAt: '2026-11-09T04:30:00.000Z',
    clientId: null,
    // All four have one phone number.
    alike: true,
  })
  await stores.projections.close()
  expect(await readModelDifferences(stores.events, stores.documents)).toEqual([])
})

it('shows the client that a lead has become as soon as the address is confirmed, and no admin', async () => {
  await using stores = await fourLeads()
  const clients = async () =>
    (await listLeads(stores.projections)).data.map(({ id, clientId }) => [id, clientId] as const)
  expect(new Set((await clients()).map(([, clientId]) => clientId))).toEqual(new Set([null]))
  const made = await record(stores.events, 'account-asha', registered)
  await stores.projections.accounts.reached(made.position, 5_000)
  // Anyone may have registered it.
  expect(new Set((await clients()).map(([, clientId]) => clientId))).toEqual(new Set([null]))
  await record(stores.events, 'account-asha', { type: 'AddressProven', data: {}, by: asha, at: registered.at })
  const admin = { ...registered, by: meera, data: { ...registered.data, role: 'admin' } } as const
  const { position } = await record(stores.events, 'account-meera', admin)
  await stores.projections.accounts.reached(position, 5_000)
  expect(await clients()).toEqual([
    ['asha', 'asha'],
    ['meera', null],
    ['c', null],
    ['b', null],
  ])
})

const by = meera
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T04:30:00.000Z`
const moves = (stage: 'contacted' | 'won' | 'lost', day: number): Sample<LeadEvent> => ({
  type: 'LeadMoved',
  data: { stage },
  by,
  at: at(day),
})
const plans = (day: number): Sample<LeadEvent> => ({ type: 'FollowUpScheduled', data: { at: at(day) }, by, at: at(1) })
const phoneOf = (id: string) => `+91900000${String(id.charCodeAt(0)).padStart(4, '0')}`
const asks = (id: string, day: number, more: Partial<{ name: string; email: string; phone: string }> = {}) => {
  const submitted = submits(id, day)
  return { ...submitted, data: { ...submitted.data, phone: phoneOf(id), ...more } } as Sample<LeadEvent>
}

/** Leads in every column. */
async function someLeads() {
  const { events, documents } = await testStores()
  await record(events, 'lead-a', asks('a', 1), plans(16))
  await record(events, 'lead-b', asks('b', 2), moves('contacted', 3))
  await record(events, 'lead-c', asks('c', 2), moves('contacted', 3), plans(18))
  await record(events, 'lead-d', asks('d', 2), moves('contacted', 3), plans(17))
  await record(events, 'lead-e', asks('e', 3), plans(4), moves('won', 5))
  await record(events, 'lead-f', asks('f', 1), moves('won', 9))
  await record(events, 'lead-g', asks('g', 4, { name: 'Zoë Ünal', email: 'z.unal+prices@gmail.com' }), moves('lost', 8))
  const same = { email: 'zunal@gmail.com', phone: phoneOf('a') }
  const last = await record(events, 'lead-h', asks('h', 6, same))
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  await projections.leads.reached(last.position, 5_000)
  return { projections, [Symbol.asyncDispose]: projections.close }
}

it('sorts each column by the date that matters there', async () => {
  await using stores = await someLeads()
  const column = async (query: Parameters<typeof listLeads>[1]) =>
    (await listLeads(stores.projections, query)).data.map(({ id }) => id).join('')
  expect(await column({ stage: 'new' })).toBe('ha')
  expect(await column({ stage: 'contacted' })).toBe('bdc') // no date, then the next date first
  expect(await column({ stage: 'won' })).toBe('fe')
  expect(await column({ stage: 'contacted', from: at(17), to: at(18) })).toBe('d')
  expect(await column({ stage: 'won', to: at(9) })).toBe('e')
  const first = await listLeads(stores.projections, { stage: 'contacted', limit: 2 })
  expect(await column({ stage: 'contacted', limit: 2, after: first.next! })).toBe('c')
})

it('finds leads by what is due, what is not planned, and what is typed', async () => {
  await using stores = await someLeads()
  const found = async (query: Parameters<typeof listLeads>[1]) =>
    (await listLeads(stores.projections, query)).data
      .map(({ id }) => id)
      .sort()
      .join('')
  expect(await found({ dueBefore: at(18) })).toBe('ad')
  expect(await found({ dueBefore: at(18), stage: 'contacted' })).toBe('d')
  expect(await found({ undated: 'true' })).toBe('b')
  expect(await found({ undated: 'true', stage: 'new' })).toBe('')
  expect(await found({ search: ' ünAL ' })).toBe('g')
  expect(await found({ search: '90000 00097' })).toBe('ah')
  expect(await found({ search: '%' })).toBe('')
  expect(await found({ search: 'nal' })).toBe('')
})

it('counts them exactly, by stage, by range, and by what is due', async () => {
  await using stores = await someLeads()
  const { leads } = stores.projections
  const ranges = [{ stage: 'contacted' as const, from: at(17), to: at(18) }, { stage: 'won' as const }]
  expect(await countLeads(leads, {}, ranges)).toEqual({
    stages: { new: 2, contacted: 3, won: 2, lost: 1 },
    ranges: [1, 2],
  })
  expect((await countLeads(leads, { search: 'gmail' }, [])).stages).toEqual({ new: 1, contacted: 0, won: 0, lost: 1 })
  expect(await dueLeads(leads, at(17), at(18))).toEqual({ all: 8, today: 2, late: 1, undated: 1, nextDue: at(17) })
  expect(await dueLeads(leads, at(19), at(20))).toMatchObject({ today: 3, late: 3, nextDue: null })
})

it('tells who may be the same person, by phone number or mailbox', async () => {
  await using stores = await someLeads()
  const { leads } = stores.projections
  const of = async (id: string) =>
    (await leadsAlike(stores.projections, (await leads.collection.get(id))!)).map((each) => [each.id, each.by])
  expect(await of('h')).toEqual([
    ['a', 'phone'],
    ['g', 'mailbox'],
  ])
  expect(await of('b')).toEqual([])
  const { data } = await listLeads(stores.projections, { limit: 50 })
  expect(data.filter(({ alike }) => alike).map(({ id }) => id)).toEqual(['h', 'g', 'a'])
})
