import type { Command } from '../command.ts'
import { type Sealing, type StoreEvent, sealing, stores } from './store.ts'

/** Records that the personal data of so many events was sealed as the store was made of another one. */
export const recordSealing: Command<typeof stores.initial, StoreEvent, Sealing> = {
  aggregate: stores,
  roles: ['admin'],
  input: sealing,
  success: 'Sealed',
  decide: (_, data) => [{ type: 'StoreSealed', data }],
}
