import { z } from 'zod'
import type { Command } from '../command.ts'
import { type StoreEvent, stores } from './store.ts'

/** Records that the personal data of so many events was sealed as the store was made of another one. */
export const recordSealing: Command<typeof stores.initial, StoreEvent, { events: number }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ events: z.int().positive() }),
  success: 'Sealed',
  decide: (_, { events }) => [{ type: 'StoreSealed', data: { events } }],
}
