import { z } from 'zod'
import { allClear, commandsOn, defineAggregate, defineCommand, defineEvent, type EventsOf } from '#domain/action.ts'
import { counted } from '#domain/count.ts'

const headFields = {
  /** The day it was recorded on, in UTC: `2026-11-22`. */
  day: z.iso.date(),
  /** How many events it covers, from the first one of the store on. */
  events: z.int().min(1),
  /** The last event it covers: its id, and its position in the store as it was recorded, as a decimal string. */
  last: z.object({ id: z.string(), position: z.string() }),
  /** The hash in hexadecimal (`infra/proof/daily-heads.ts`). */
  hash: z.string(),
  /** The Ed25519 key it is signed with, and the signature, both in base64url. */
  key: z.string(),
  signature: z.string(),
}

/**
 * The head of a day: a hash over the hashes of all events, in the order of the store, and over the head before. A
 * copy that is kept elsewhere shows when the past was written anew, hashes and all.
 */
export const dailyHead = z.object(headFields)
export type DailyHead = z.infer<typeof dailyHead>

const sealingFields = {
  /** How many events were sealed. */
  events: z.int().positive(),
  /**
   * Signed by the server since 2026-11-23, with how many events the store had just before. Without the key no one can make heads
   * void by it. `key` and `signature` are as those of a head.
   */
  proof: z.object({ recorded: z.int().min(0), key: z.string(), signature: z.string() }).optional(),
}

/** How a store was made of another one, by a move that sealed personal data on its way. */
export const sealing = z.object(sealingFields)
export type Sealing = z.infer<typeof sealing>

export type StoreHistory = {
  /** When the store was put back, and to which time: what happened in between is lost. */
  restored: { at: string; backupAt: string }[]
  /** The latest head of this store. */
  head?: DailyHead
  /** How it was made of another one since the last head, `replaced`, which is of the other one if that was signed. */
  made?: Sealing & { replaced?: DailyHead }
  /** The secret that addresses are digested by: its own digest. */
  addressKey?: string
}

const restored = { backupAt: z.iso.datetime(), events: z.int().min(0) }

/** The store was put back from a backup that had so many events and shows the time `backupAt` (ISO 8601, UTC). */
const StoreRestored = defineEvent('StoreRestored', allClear(restored), {
  kind: 'store.backups',
  sentence: ({ events }) => `Restored from a backup of ${counted(events, 'event')}`,
  apply: (history: StoreHistory, { backupAt }, { at }): StoreHistory => ({
    ...history,
    restored: [...history.restored, { at, backupAt }],
  }),
})

const DailyHeadRecorded = defineEvent('DailyHeadRecorded', allClear(headFields), {
  kind: 'store.proof',
  sentence: ({ events }) => `Recorded the daily fingerprint of ${counted(events, 'event')}`,
  apply: ({ made: _, ...history }: StoreHistory, head): StoreHistory => ({ ...history, head }),
})

/**
 * The store was made of another one, of which so many events had personal data that was not sealed. They were sealed, and with
 * them all hashes were made anew: the heads of days before belong to the other store.
 */
const StoreSealed = defineEvent('StoreSealed', allClear(sealingFields), {
  kind: 'store.backups',
  sentence: ({ events }) => `Encrypted the personal data of ${counted(events, 'event')} during migration`,
  apply({ head, made, ...begun }: StoreHistory, sealing): StoreHistory {
    const replaced = head ?? made?.replaced
    return { ...begun, made: { ...sealing, ...(replaced ? { replaced } : {}) } }
  },
})

/** The secret that digests of email addresses take, named by a digest of itself. */
const AddressKeyNamed = defineEvent('AddressKeyNamed', allClear({ key: z.string() }), {
  kind: 'store.setup',
  sentence: 'Set up finding accounts by email address',
  apply: (history: StoreHistory, { key }): StoreHistory => ({ ...history, addressKey: key }),
})

/** The streams of the store as a whole: `store-1`; and `store-addresses`, by which key addresses are found. */
export const stores = defineAggregate({
  name: 'store',
  initial: { restored: [] } as StoreHistory,
  events: { StoreRestored, DailyHeadRecorded, StoreSealed, AddressKeyNamed },
})
export type StoreEvent = EventsOf<typeof stores.events>

export const storeId = '1'
export const addressKeyId = 'addresses'

/** The commands by which this program, or its operator, records about its store. No one calls them from outside. */
export const storeCommands = commandsOn(stores, {
  /** Records that the store was put back from a backup. */
  recordRestore: defineCommand('recordRestore', z.object(restored), {
    roles: ['admin'],
    success: 'Restored',
    decide: (_: StoreHistory, { backupAt, events }) => [StoreRestored({ backupAt, events })],
  }),
  /** Records what all events came to on a day: once a day, by the first process, and never less than before. */
  recordDailyHead: defineCommand('recordDailyHead', dailyHead, {
    roles: ['admin'],
    success: 'Recorded',
    decide: ({ head }: StoreHistory, next) =>
      head && (head.day === next.day || head.events >= next.events) ? [] : [DailyHeadRecorded(next)],
  }),
  /** Records that the personal data of so many events was sealed as the store was made of another one. */
  recordSealing: defineCommand('recordSealing', sealing, {
    roles: ['admin'],
    success: 'Sealed',
    decide: (_: StoreHistory, data) => [StoreSealed(data)],
  }),
  /** Names the secret that digests of addresses take. Once it is named it stays: with another one no account would be found. */
  nameAddressKey: defineCommand('nameAddressKey', z.object({ key: z.string().min(1) }), {
    roles: ['admin'],
    success: 'Named',
    decide: ({ addressKey }: StoreHistory, { key }) => (addressKey === undefined ? [AddressKeyNamed({ key })] : []),
  }),
})

/** The kinds of damage to a stored event. */
export const damages = ['altered', 'removed', 'inserted', 'moved', 'replaced'] as const
export type Damage = (typeof damages)[number]
