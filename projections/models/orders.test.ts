import { expect, it } from 'vitest'
import { asha, cancelled, completed, farhan, opened, read, signed } from '#domain/samples.ts'
import { startProjections } from '../all.ts'
import { record, testStores } from '../testing.ts'
import { countOrdersOf, listOrders } from './orders.ts'

const openedBy = (by: typeof asha, day: number) => ({
  ...opened,
  by,
  data: { ...opened.data, clientId: by.id },
  at: `2026-11-${String(day).padStart(2, '0')}T04:30:00.000Z`,
})

/** Five orders of two people, opened one day after the other. */
async function fiveOrders() {
  const { events, documents } = await testStores()
  await record(events, 'order-1', openedBy(asha, 1), read, signed)
  await record(events, 'order-2', openedBy(farhan, 2), completed)
  await record(events, 'order-3', openedBy(asha, 3), completed)
  await record(events, 'order-4', openedBy(asha, 4), cancelled)
  const last = await record(events, 'order-5', openedBy(farhan, 5))
  await record(events, 'template-1', { type: 'StepsRevised', data: { steps: [] }, by: asha, at: opened.at })
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  await projections.orders.reached(last.position, 5_000)
  return { events, ...projections, [Symbol.asyncDispose]: projections.close }
}

it('lists orders newest first: all, by status, by client, by both', async () => {
  await using projections = await fiveOrders()
  const idsOf = async (query?: Parameters<typeof listOrders>[1]) =>
    (await listOrders(projections.orders, query)).documents.map(({ id }) => id)
  expect(await idsOf()).toEqual(['5', '4', '3', '2', '1'])
  expect(await idsOf({ status: 'completed' })).toEqual(['3', '2'])
  expect(await idsOf({ clientId: 'asha' })).toEqual(['4', '3', '1'])
  expect(await idsOf({ clientId: 'asha', status: 'open' })).toEqual(['1'])
  expect(await idsOf({ clientId: 'nobody' })).toEqual([])
})

it('lists them page by page', async () => {
  await using projections = await fiveOrders()
  const first = await listOrders(projections.orders, { limit: 3 })
  const second = await listOrders(projections.orders, { limit: 3, after: first.next })
  expect(first.documents.map(({ id }) => id)).toEqual(['5', '4', '3'])
  expect(second.documents.map(({ id }) => id)).toEqual(['2', '1'])
  expect(second.next).toBeUndefined()
})

it('keeps the row of each order as its events say', async () => {
  await using projections = await fiveOrders()
  const row = async () => (await listOrders(projections.orders, { clientId: 'asha', status: 'open' })).documents[0]!
  expect(await row()).toMatchObject({ id: '1', revision: 2, title: 'Asha Rao #3', read: { meera: 1 } })
  expect((await row()).steps[0]).toMatchObject({ status: 1, completedBy: { by: 'Meera Kulkarni' } })
  const { position } = await record(projections.events, 'order-1', completed)
  await projections.orders.reached(position, 5_000)
  expect(await listOrders(projections.orders, { status: 'open', clientId: 'asha' })).toEqual({ documents: [] })
})

it('counts the orders of a client', async () => {
  await using projections = await fiveOrders()
  expect(await countOrdersOf(projections.orders, 'asha')).toBe(3)
  expect(await countOrdersOf(projections.orders, 'nobody')).toBe(0)
})
