import type { Recorded } from '#domain/event.ts'
import { storeOfKey } from '../keys/key-ids.ts'
import { DamagedEvent, linkBefore, verifyNext } from './chain.ts'
import { decode, isSealed } from './codec.ts'
import { KeyMissing } from './sealed-store.ts'
import type { EventStore } from './store.ts'
import type { StoredEvent } from './stored-event.ts'

/** How many events are looked at. */
const sampleSize = 100

/**
 * Some sealed events of a store that are as they were recorded: of the latest where positions have no gaps, else of the first.
 */
export async function sampleSealed(store: EventStore): Promise<Recorded[]> {
  const end = await store.end()
  const after = store.sealed && end > BigInt(sampleSize) ? end - BigInt(sampleSize) : 0n
  const found: Recorded[] = []
  let looked = 0
  for await (const stored of store.everyStored(after)) {
    const event = soundOrNothing(stored, store.sealed)
    if (event && isSealed(event)) found.push(event)
    if (++looked === sampleSize) break
  }
  return found
}

/** The name of the key store that events are sealed by; undefined where they are not. */
export const sealedBy = (events: readonly Recorded[]): string | undefined => {
  const last = events.findLast(isSealed)
  return last && storeOfKey(last.sealed[0]!.key)
}

/** Whether all of some events can be opened by the keys that are there, or are erased. */
export async function canOpen(store: Pick<EventStore, 'at'>, events: readonly Recorded[]): Promise<boolean> {
  for (const { position } of events) {
    try {
      await store.at(position)
    } catch (error) {
      if (error instanceof KeyMissing) return false
      if (!(error instanceof DamagedEvent)) throw error // its own stream's matter
    }
  }
  return true
}

/** The event, or undefined where it is not what was recorded: by which key it is sealed may not be, either. */
function soundOrNothing(event: StoredEvent, sealed: boolean): Recorded | undefined {
  try {
    verifyNext(event, linkBefore(event), sealed)
    return decode(event)
  } catch (error) {
    if (error instanceof DamagedEvent) return undefined
    throw error
  }
}
