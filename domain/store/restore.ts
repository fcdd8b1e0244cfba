import { z } from 'zod'
import type { Command } from '../command.ts'
import { type StoreEvent, stores } from './store.ts'

/** Records that the store was put back from a backup. */
export const recordRestore: Command<typeof stores.initial, StoreEvent, { backupAt: string; events: number }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ backupAt: z.iso.datetime(), events: z.int().min(0) }),
  success: 'Restored',
  decide: (_history, { backupAt, events }) => [{ type: 'StoreRestored', data: { backupAt, events } }],
}
