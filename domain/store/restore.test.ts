import { describe, it } from 'vitest'
import { given } from '../testing.ts'
import { recordRestore } from './restore.ts'
import { stores } from './store.ts'

const operator = { id: 'operator', name: 'The operator', role: 'admin' } as const
const backup = { backupAt: '2026-11-22T02:30:00.000Z', events: 1_204 }
const restored = { type: 'StoreRestored', data: backup } as const

describe('a restore', () => {
  it('is recorded with the time that the store shows', () =>
    given(stores).when(recordRestore, backup, operator).then(restored))
  it('is recorded again when the same backup is put back again', () =>
    given(stores, { ...restored, by: operator, at: '2026-11-22T09:12:00.000Z' })
      .when(recordRestore, backup, operator)
      .then(restored))
  it('is no business of a client', () =>
    given(stores)
      .when(recordRestore, backup, { ...operator, role: 'client' })
      .thenRefused('Sorry Not Allowed'))
})
