import { describe, expect, it } from 'vitest'
import { operator } from '#domain/account/account.ts'
import { given } from '#domain/testing.ts'
import { type DailyHead, storeCommands, stores } from './store.ts'

const server = { id: 'atelier', name: 'Atelier', role: 'admin' } as const
const monday: DailyHead = {
  ...{ day: '2026-11-23', events: 1_204, last: { id: '7f0c', position: '1207' } },
  ...{ hash: 'a1', key: 'k1', signature: 's1' },
}
const recorded = { type: 'DailyHeadRecorded', data: monday } as const

describe('the head of a day', () => {
  it('is recorded', () => given(stores).when(storeCommands.recordDailyHead, monday, server).then(recorded))
  it('is recorded once, by the first process', () =>
    given(stores, { ...recorded, by: server, at: '2026-11-23T00:00:09.000Z' })
      .when(storeCommands.recordDailyHead, { ...monday, hash: 'b2' }, server)
      .then())
  it('is not recorded where it covers no more than the last one', () =>
    given(stores, { ...recorded, by: server, at: '2026-11-23T00:00:09.000Z' })
      .when(storeCommands.recordDailyHead, { ...monday, day: '2026-11-22' }, server)
      .then())
  it('is recorded after one that a clock ahead of time has dated', () => {
    const next = { ...monday, day: '2026-11-22', events: 1_205 }
    return given(stores, { ...recorded, by: server, at: '2026-11-23T00:00:09.000Z' })
      .when(storeCommands.recordDailyHead, next, server)
      .then({ ...recorded, data: next })
  })
})

const backup = { backupAt: '2026-11-22T02:30:00.000Z', events: 1_204 }
const restored = { type: 'StoreRestored', data: backup } as const

describe('a restore', () => {
  it('is recorded with the time that the store shows', () =>
    given(stores).when(storeCommands.recordRestore, backup, operator).then(restored))
  it('is recorded again when the same backup is put back again', () =>
    given(stores, { ...restored, by: operator, at: '2026-11-22T09:12:00.000Z' })
      .when(storeCommands.recordRestore, backup, operator)
      .then(restored))
  it('is no business of a client', () =>
    given(stores)
      .when(storeCommands.recordRestore, backup, { ...operator, role: 'client' })
      .thenRefused('Sorry Not Allowed'))
})

it.each([
  ['StoreRestored', 1, 'Restored from a backup of 1 event'],
  ['DailyHeadRecorded', 1, 'Recorded the daily fingerprint of 1 event'],
  ['StoreSealed', 1, 'Encrypted the personal data of 1 event during migration'],
  ['StoreSealed', 1_24_000, 'Encrypted the personal data of 1,24,000 events during migration'],
] as const)('%s of %i is said as: %s', (type, events, sentence) =>
  expect(stores.events[type].sentence({ ...monday, ...backup, events }, undefined)).toBe(sentence),
)
