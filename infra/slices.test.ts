import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSlices, inSlices } from './slices.ts'
import { turnsDuring } from './testing/event-loop.ts'

/** Computes for longer than a slice lasts. */
function compute() {
  for (const end = performance.now() + 6; performance.now() < end; );
}

async function readLong(pieces: number, done = () => {}) {
  for await (const _ of inSlices(Array.from({ length: pieces }))) compute()
  done()
}

it('gives others a turn between the slices of one', async () => {
  expect(await turnsDuring(readLong(5))).toBeGreaterThanOrEqual(5)
})

it('lets one of many go on in each turn: together they hold others up no longer than one', async () => {
  expect(await turnsDuring(Promise.all(Array.from({ length: 8 }, () => readLong(3))))).toBeGreaterThanOrEqual(8 * 3)
})

it('does what is short before the rest of what is long', async () => {
  const ended: string[] = []
  const long = [1, 2, 3].map(() => readLong(6, () => ended.push('long')))
  for (let turns = 0; turns < 8; turns++) await turn()
  await Promise.all([...long, readLong(1, () => ended.push('short'))])
  expect(ended).toEqual(['short', 'long', 'long', 'long'])
})

it('waits for nothing while little is done', async () => {
  await turn()
  const pause = createSlices()
  expect([pause(), pause()]).toEqual([undefined, undefined])
})
