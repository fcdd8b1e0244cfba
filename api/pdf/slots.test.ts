import { expect, it } from 'vitest'
import { Busy } from '#infra/unavailable.ts'
import { createSlots } from './slots.ts'

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { promise, done: () => resolve(), fail: () => reject(new Error('No paper')) }
}

it('so many documents are made at a time, the others in the order in which they came', async () => {
  const slots = createSlots({ atOnce: 2, waiting: 10 })
  const works = [work(), work(), work(), work()]
  const begun: number[] = []
  const runs = works.map(({ promise }, at) =>
    slots.run(() => {
      begun.push(at)
      return promise
    }),
  )
  await expect.poll(() => begun).toEqual([0, 1])
  works[1]!.done()
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const each of works) each.done()
  await Promise.all(runs)
  expect(begun).toEqual([0, 1, 2, 3])
})

it('whoever comes when too many wait is told to come again, and one that fails makes room', async () => {
  const slots = createSlots({ atOnce: 1, waiting: 1 })
  const [first, second] = [work(), work()]
  const runs = [slots.run(() => first.promise), slots.run(() => second.promise)]
  await expect(slots.run(async () => {})).rejects.toThrow(Busy)
  first.fail()
  second.done()
  await expect(runs[0]).rejects.toThrow('No paper')
  await runs[1]
  await slots.run(async () => {})
})
