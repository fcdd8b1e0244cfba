import { expect, it } from 'vitest'
import type { LeadEvent } from '#domain/lead/lead.ts'
import { meera, registered } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import { startProjections } from '../all.ts'
import { differences } from '../differences.ts'
import { record, testStores } from '../testing.ts'
import { listLeads } from './leads.ts'

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
  const idsOf = async (asked?: Parameters<typeof listLeads>[1]) =>
    (await listLeads(stores.projections, asked)).data.map(({ id }) => id)
  expect(await idsOf()).toEqual(['asha', 'meera', 'c', 'b'])
  expect(await idsOf({ stage: 'won' })).toEqual(['c'])
  expect(await idsOf({ stage: 'new' })).toEqual(['asha', 'meera', 'b'])
  const first = await listLeads(stores.projections, { limit: 3 })
  const second = await listLeads(stores.projections, { limit: 3, after: first.next })
  expect([first, second].map(({ data }) => data.length)).toEqual([3, 1])
  expect(second.next).toBeUndefined()
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
    submissions: 2,
    firstAt: '2026-11-01T04:30:00.000Z',
    submittedAt: '2026-11-09T04:30:00.000Z',
    clientId: null,
  })
  await stores.projections.close()
  expect(await differences(stores.events, stores.documents)).toEqual([])
})

it('shows the client that a lead has become as soon as the address is registered, and no admin', async () => {
  await using stores = await fourLeads()
  const clients = async () =>
    (await listLeads(stores.projections)).data.map(({ id, clientId }) => [id, clientId] as const)
  expect(new Set((await clients()).map(([, clientId]) => clientId))).toEqual(new Set([null]))
  await record(stores.events, 'account-asha', registered)
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
