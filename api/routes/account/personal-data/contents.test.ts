import { expect, it } from 'vitest'
import { fileShared, opened } from '#domain/samples.ts'
import { record, testStores } from '#projections/testing.ts'
import { downloadedOrder, orderReader } from './contents.ts'

it('looks each file of an order up once, however often the order is written', async () => {
  const { events } = await testStores()
  await record(events, 'order-1', opened, fileShared)
  const looked: string[] = []
  const files = {
    stat: async (name: string) => {
      looked.push(name)
      return { size: 7, storedAt: '2026-11-16T09:00:00.000Z' }
    },
  }
  const context = { events, orderOf: orderReader({ events, files: files as never }) } as never
  const first = await downloadedOrder(context, '1')
  expect(first.files.map(({ path }) => path)).toEqual([expect.any(String)])
  expect(await downloadedOrder(context, '1')).toEqual(first)
  expect(looked).toEqual([fileShared.data.file.filename])
})
