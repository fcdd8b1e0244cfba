import { expect, it } from 'vitest'
import { completed, invoiced, life, meera, renamed, reopened } from '#domain/samples.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'

it('keeps what was invoiced and paid on each order, each time it was written down', async () => {
  const { events, documents } = await testStores()
  const { payments, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  const of = async (id: string) => {
    await payments.reached(await events.end(), 5_000)
    return payments.collection.get(id)
  }
  await record(events, 'order-1', life[0]!)
  expect(await of('1')).toMatchObject({ clientName: 'Asha Rao', title: 'Asha Rao #3', invoiced: false, invoices: [] })

  const refunded = { ...invoiced, data: { ...invoiced.data, paid: 10_000_00 }, at: '2026-11-12T06:00:00.000Z' }
  await record(events, 'order-1', invoiced, refunded, renamed, completed)
  expect(await of('1')).toMatchObject({
    title: 'Neelgiri Looms',
    invoiced: true,
    closedAt: completed.at,
    invoices: [
      { at: invoiced.at, by: meera.name, paid: 22_500_00, actual: 45_000_00 },
      { at: refunded.at, by: meera.name, paid: 10_000_00, actual: 45_000_00 },
    ],
  })

  await record(events, 'order-1', reopened)
  expect((await of('1'))!.closedAt).toBeUndefined()
  await close()
})
