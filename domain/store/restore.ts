import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'

export type StoreEvent =
  /** The store was put back from a backup that had so many events and shows the time `backupAt` (ISO 8601, UTC). */
  Event<'StoreRestored', { backupAt: string; events: number }>

/** When the store was put back, and to which time: what happened in between is lost. */
type StoreHistory = { restored: { at: string; backupAt: string }[] }

/** One stream, `store-1`: what was done with the store as a whole. */
export const stores: Aggregate<StoreHistory, StoreEvent> = {
  name: 'store',
  initial: { restored: [] },
  evolve: ({ restored }: StoreHistory, { data, at }: Recorded<StoreEvent>): StoreHistory => ({
    restored: [...restored, { at, backupAt: data.backupAt }],
  }),
}

/** The one stream there is. */
export const storeId = '1'

/** Records that the store was put back from a backup. */
export const recordRestore: Command<StoreHistory, StoreEvent, { backupAt: string; events: number }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ backupAt: z.iso.datetime(), events: z.int().min(0) }),
  success: 'Restored',
  decide: (_history, { backupAt, events }) => [{ type: 'StoreRestored', data: { backupAt, events } }],
}
