import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'

/**
 * What all events came to on a day: a hash over their hashes, in the order of the store, and over the head before. Whoever
 * kept it elsewhere notices when the past was written anew, hashes and all.
 */
export const dailyHead = z.object({
  /** The day it was recorded on, in UTC: `2026-11-22`. */
  day: z.iso.date(),
  /** How many events it covers, from the first one of the store on. */
  events: z.int().min(1),
  /** The last event it covers: its id, and where it stood in the store as it was recorded, as a decimal string. */
  last: z.object({ id: z.string(), position: z.string() }),
  /** In hexadecimal (`infra/proof/daily-head.ts`). */
  hash: z.string(),
  /** The Ed25519 key it is signed with, and the signature, both in base64url. */
  key: z.string(),
  signature: z.string(),
})
export type DailyHead = z.infer<typeof dailyHead>

/** How a store was made of another one, by a move that sealed personal data on its way. */
export const sealing = z.object({
  /** How many events were sealed. */
  events: z.int().positive(),
  /**
   * Signed by the server since 2026-11-23, with how many events the store had just before: whoever has no key cannot make heads of
   * days void by it. `key` and `signature` are as those of a head.
   */
  proof: z.object({ recorded: z.int().min(0), key: z.string(), signature: z.string() }).optional(),
})
export type Sealing = z.infer<typeof sealing>

export type StoreEvent =
  /** The store was put back from a backup that had so many events and shows the time `backupAt` (ISO 8601, UTC). */
  | Event<'StoreRestored', { backupAt: string; events: number }>
  | Event<'DailyHeadRecorded', DailyHead>
  /**
   * The store was made of another one, of which so many events had personal data that was not sealed. They were sealed, and with
   * them all hashes were made anew: the heads of days before belong to the other store.
   */
  | Event<'StoreSealed', Sealing>
  /** The secret that digests of email addresses take, named by a digest of itself. */
  | Event<'AddressKeyNamed', { key: string }>

export type StoreHistory = {
  /** When the store was put back, and to which time: what happened in between is lost. */
  restored: { at: string; backupAt: string }[]
  /** The latest head of this store. */
  head?: DailyHead
  /** How it was made of another one since the last head, `replaced`, which is of the other one if that was signed. */
  made?: Sealing & { replaced?: DailyHead }
  /** By which secret addresses are digested: its own digest. */
  addressKey?: string
}

/** What was done with the store as a whole: `store-1`; and `store-addresses`, by which key addresses are found. */
export const stores: Aggregate<StoreHistory, StoreEvent> = {
  name: 'store',
  initial: { restored: [] },
  evolve(history: StoreHistory, { type, data, at }: Recorded<StoreEvent>): StoreHistory {
    switch (type) {
      case 'StoreRestored':
        return { ...history, restored: [...history.restored, { at, backupAt: data.backupAt }] }
      case 'DailyHeadRecorded': {
        const { made: _, ...rest } = history
        return { ...rest, head: data }
      }
      case 'StoreSealed': {
        const { head, made, ...begun } = history
        const replaced = head ?? made?.replaced
        return { ...begun, made: { ...data, ...(replaced ? { replaced } : {}) } }
      }
      case 'AddressKeyNamed':
        return { ...history, addressKey: data.key }
    }
  },
}

export const storeId = '1'
export const addressKeyId = 'addresses'

/** Names the secret that digests of addresses take. Once it is named it stays: with another one nobody would be found. */
export const nameAddressKey: Command<typeof stores.initial, StoreEvent, { key: string }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ key: z.string().min(1) }),
  success: 'Named',
  decide: ({ addressKey }, { key }) => (addressKey === undefined ? [{ type: 'AddressKeyNamed', data: { key } }] : []),
}

/** Records that the personal data of so many events was sealed as the store was made of another one. */
export const recordSealing: Command<typeof stores.initial, StoreEvent, Sealing> = {
  aggregate: stores,
  roles: ['admin'],
  input: sealing,
  success: 'Sealed',
  decide: (_, data) => [{ type: 'StoreSealed', data }],
}

/** Records what all events came to on a day: once a day, whoever comes first. */
export const recordDailyHead: Command<typeof stores.initial, StoreEvent, DailyHead> = {
  aggregate: stores,
  roles: ['admin'],
  input: dailyHead,
  success: 'Recorded',
  decide: ({ head }, next) => (head && head.day >= next.day ? [] : [{ type: 'DailyHeadRecorded', data: next }]),
}

/** Records that the store was put back from a backup. */
export const recordRestore: Command<typeof stores.initial, StoreEvent, { backupAt: string; events: number }> = {
  aggregate: stores,
  roles: ['admin'],
  input: z.object({ backupAt: z.iso.datetime(), events: z.int().min(0) }),
  success: 'Restored',
  decide: (_history, { backupAt, events }) => [{ type: 'StoreRestored', data: { backupAt, events } }],
}
