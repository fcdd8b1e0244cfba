import { z } from 'zod'
import type { Command } from '../command.ts'
import { type StoreEvent, stores } from './store.ts'

/** Names the secret that digests of addresses take. Once it is named it stays: with another one nobody would be found. */
export const nameAddressKey: Command<typeof stores.initial, StoreEvent, { key: string }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ key: z.string().min(1) }),
  success: 'Named',
  decide: ({ addressKey }, { key }) => (addressKey === undefined ? [{ type: 'AddressKeyNamed', data: { key } }] : []),
}
