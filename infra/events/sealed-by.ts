import type { Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { storeOfKey } from '#infra/keys/wrapping.ts'
import { createSubjects } from './sealing.ts'
import type { EventStore } from './store.ts'
import { DamagedEvent, decode, isSealed, linkBefore, type StoredEvent, verifyNext } from './stored-event.ts'

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

/**
 * The people whose events can’t be opened any more, because their key is missing or damaged although they were not erased.
 * Reads the whole store.
 */
export async function* withoutKeys(
  store: Pick<EventStore, 'sealed' | 'everyStored' | 'readStored'>,
  keys: Pick<PersonKeys, 'keysById' | 'isDestroyed'>,
): AsyncGenerator<string> {
  const { ownerOf } = createSubjects(store)
  const [known, named] = [new Set<string>(), new Set<string>()]
  for await (const stored of store.everyStored()) {
    const event = soundOrNothing(stored, store.sealed)
    if (!event || !isSealed(event)) continue
    for (const part of event.sealed) {
      if (known.has(part.key)) continue
      known.add(part.key)
      if ((await keys.keysById([part.key])).size > 0) continue
      const person = await ownerOf(event, part)
      if (named.has(person) || (await keys.isDestroyed(person))) continue
      named.add(person)
      yield person
    }
  }
}

/** The decoded event; undefined where it was altered, since then the id of its key may be altered too. */
function soundOrNothing(event: StoredEvent, sealed: boolean): Recorded | undefined {
  try {
    verifyNext(event, linkBefore(event), sealed)
    return decode(event)
  } catch (error) {
    if (error instanceof DamagedEvent) return undefined
    throw error
  }
}
