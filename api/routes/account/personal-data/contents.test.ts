import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { accounts } from '#domain/account/actions.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { orders } from '#domain/order/actions.ts'
import { personalFieldsOf } from '#domain/personal-data.ts'
import { fileShared, opened } from '#domain/samples.ts'
import { decode } from '#infra/events/stored-event.ts'
import { record, testStores } from '#projections/testing.ts'
import { accountHistoryOf, downloadedOrder, historyOf, messagesOf, orderReader } from './contents.ts'

/** One event at least of every type that was ever stored, by stream, without streams of people who were erased. */
const golden = readFileSync(new URL('../../../../infra/events/golden-events.tsv', import.meta.url), 'utf8')
const stored = golden
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [stream, revision, id, type, content] = line.split('\t') as [string, string, string, string, string]
    return decode({ id, type, content, stream, revision: Number(revision), position: 1n }) as Recorded
  })
const streams = [...Map.groupBy(stored, ({ stream }) => stream)].filter(
  ([, events]) => !events.some(({ type }) => type === 'ClientErased' || type === 'AccountErased'),
)

/** The personal fields of an event with what they say. */
const personalIn = ({ type, data }: Recorded): [string, unknown][] =>
  Object.entries(data as object).filter(([name]) => personalFieldsOf(type).includes(name))

it('says all that is personal in an order’s events, in full', async () => {
  const { events } = await testStores()
  const context = { events, orderOf: orderReader({ events, files: { stat: async () => undefined } as never }) }
  for (const [stream, recorded] of streams) {
    const id = idIn(orders, stream)
    if (id === undefined) continue
    await record(events, stream, ...recorded)
    const history = await Array.fromAsync(historyOf(context, id))
    const said = JSON.stringify([history, await Array.fromAsync(messagesOf(context, id))])
    for (const [, value] of recorded.flatMap(personalIn)) expect(said).toContain(JSON.stringify(value))
  }
})

it('says all that is personal in the events of an account and of a lead, but for its secrets', async () => {
  const { events } = await testStores()
  const noKeys = { apiKeys: { collection: { find: async () => ({ documents: [] }) } } }
  const context = { events, projections: noKeys, addresses: { givenUpTo: async () => [] } } as never
  const leftOut = new Set<string>()
  for (const [stream, recorded] of streams) {
    const id = idIn(accounts, stream) ?? idIn(leads, stream)
    if (id === undefined) continue
    await record(events, stream, ...recorded)
    const history = await Array.fromAsync(accountHistoryOf(context, { id, addressConfirmed: true }))
    for (const [nth, event] of recorded.entries()) {
      for (const [name, value] of personalIn(event)) {
        if (history[nth]!.data?.[name] === undefined) leftOut.add(name)
        else expect(history[nth]!.data![name]).toEqual(value)
      }
    }
  }
  expect([...leftOut].sort()).toEqual(['code', 'passwordHash', 'recoveryCodes', 'secret'])
})

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
