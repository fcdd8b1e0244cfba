import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { demo } from '#domain/samples.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { startProjections } from './all.ts'
import { readModelDifferences } from './read-model-differences.ts'
import { guarded, record, testStores } from './testing.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const agency = demo({
  now: '2026-11-20T09:00:00.000Z',
  hash: (password) => `hashed ${password}`,
  idOf: (email) => email.split('@')[0]!,
  orderIdOf: (clientId, number) => `${clientId}-${number}`,
})

/** The demo agency in a store that counts how many events it hands to followers, and how many follow. */
async function counted() {
  const { events: store, documents } = await testStores()
  for (const { id, events } of agency.accounts) await record(store, `account-${id}`, ...events)
  for (const { id, events } of agency.orders) await record(store, `order-${id}`, ...events)
  const count = { handed: 0, followers: 0 }
  const handed: WeakRef<object>[] = []
  const events: EventStore = {
    ...store,
    async *follow(after, signal) {
      count.followers++
      try {
        for await (const batch of store.follow(after, signal)) {
          count.handed += batch.events.length
          handed.push(new WeakRef(batch.events))
          yield batch
        }
      } finally {
        count.followers--
      }
    },
  }
  return { events, documents, count, handed, end: Number(await store.end()) }
}

async function start(events: EventStore, documents: DocumentStore) {
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  onTestFinished(() => projections.close())
  return projections
}
const allCaughtUp = (models: readonly { caughtUp: Promise<void> }[]) => Promise.all(models.map((each) => each.caughtUp))

it('reads each event once for all read models, and once more when they are made again', async () => {
  const { events, documents, count, end } = await counted()
  const projections = await start(events, documents)
  await allCaughtUp(projections.all)
  expect(count).toEqual({ handed: end, followers: 1 })
  await projections.remake()
  expect(count.handed).toBe(2 * end)
  await projections.close()
  expect(count.followers).toBe(0)
  expect(await readModelDifferences(events, documents)).toEqual([])
})

it('has the others go on while one cannot write, and read with it again once it can', async () => {
  const { events, documents, count, end } = await counted()
  let isAway = true
  const away = guarded(documents, (changes) => {
    if (isAway && changes.some(({ collection }) => collection === 'payments_1')) {
      throw new Unavailable('The document store')
    }
  })
  const { all, payments } = await start(events, away)
  await allCaughtUp(all.filter((each) => each !== payments))
  expect([payments.lag > 0, await payments.position()]).toEqual([true, 0n])
  const { position } = await record(events, 'account-late', agency.accounts[0]!.events[0]!)
  for (const each of all.filter((each) => each !== payments)) expect(await each.reached(position, 5_000)).toBe(true)
  isAway = false
  await payments.caughtUp
  await vi.waitUntil(() => count.followers === 1)
  const handed = count.handed
  const later = await record(events, 'account-later', agency.accounts[0]!.events[0]!)
  for (const each of all) expect(await each.reached(later.position, 5_000)).toBe(true)
  expect(count.handed).toBe(handed + 1)
  expect(handed).toBeGreaterThan(end)
})

it('writes the documents of a batch and its checkpoint in one go', async () => {
  const { events, documents } = await counted()
  const writes: (readonly Change[])[] = []
  const { activity, all } = await start(
    events,
    guarded(documents, (changes) => writes.push(changes)),
  )
  await allCaughtUp(all)
  const made = writes.filter((changes) => changes.some(({ collection }) => collection === 'activity_1'))
  const rows = made.flat().filter(({ collection }) => collection === 'activity_1')
  expect(rows.length).toBe(await activity.collection.count())
  for (const changes of made)
    expect(changes.map((change) => 'put' in change && isCheckpoint(change.put)).at(-1)).toBe(true)
})

const isCheckpoint = ({ id }: Document) => id === 'activity_1'

it('keeps nothing of what all have taken in, however much it was', async () => {
  const { events, documents, handed } = await counted()
  const { all } = await start(events, documents)
  await allCaughtUp(all)
  for (const turn of Array(10).keys()) {
    const { position } = await record(events, `account-late-${turn}`, agency.accounts[0]!.events[0]!)
    for (const each of all) expect(await each.reached(position, 5_000)).toBe(true)
  }
  expect(handed.length).toBeGreaterThan(10)
  await vi.waitUntil(() => {
    collectGarbage()
    return handed.filter((batch) => batch.deref()).length <= 2
  })
})
