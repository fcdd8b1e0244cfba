import { expect, it } from 'vitest'
import { asha, meera, registered } from '#domain/samples.ts'
import { createCommandHandler } from '#infra/events/command-handler.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { record } from '#projections/testing.ts'
import { eraseReaction } from './erase.ts'
import { testScene } from './testing.ts'

it('erases a person once, however often completing that fails while something reads the documents', async () => {
  const { events, documents, projections, clock, react } = await testScene()
  let [isRead, tries] = [true, 0]
  const destroyed: string[] = []
  const done = await react(
    eraseReaction({
      ...{ events, projections, now: clock.now, log: { error() {} } },
      documents: {
        ...documents,
        async compact() {
          tries++
          if (isRead) throw new Unavailable('The document store')
          await documents.compact()
        },
      },
      handler: () => createCommandHandler(events, { now: clock.now }),
      files: {} as never, // they have sent none
      keys: {
        async destroy(person) {
          destroyed.push(person)
          return new Date(clock.now()).toISOString()
        },
      },
      addresses: { async forget() {} },
    }),
  )
  const at = new Date(clock.now()).toISOString()
  await record(events, 'account-asha', registered, { type: 'AccountErased', data: {}, by: meera, at })
  await done()
  for (const _ of [1, 2]) {
    clock.advance(60_000)
    await done()
  }
  expect([tries, destroyed]).toEqual([3, [asha.id, asha.id]])
  isRead = false
  clock.advance(60_000)
  await done()
  const recorded = await Array.fromAsync(events.read('account-asha'))
  expect(recorded.map(({ type }) => type)).toEqual(['AccountRegistered', 'AccountErased', 'ErasureCompleted'])
})
