import { LRUCache } from 'lru-cache'
import { wrappedFor } from './key-ids.ts'
import { DamagedKey, type PersonKey } from './person-keys.ts'
import type { Wrapping } from './wrapping.ts'

/** Of how many people the key is remembered. */
const rememberedPeople = 10_000

/** The keys that this process has in memory. `maxAgeMs` is how long they count, in milliseconds: for ever without one. */
export function createKeyCache(maxAgeMs = 0, now: () => number = () => performance.now()) {
  const options = { max: rememberedPeople, ttl: maxAgeMs, ttlResolution: 0, perf: { now } }
  const ofPeople = new LRUCache<string, PersonKey & { since: number }>(options)
  const byId = new LRUCache<string, { person: string; secret: Buffer }>(options)
  const damaged = new Set<string>()
  let forgotten = 0
  return {
    /** Unwraps a key as it is stored, and remembers it. Throws `DamagedKey`, and has the person among the `damaged` then. */
    open(
      { unwrap }: Wrapping,
      { person, id, wrapped }: { person: string; id: string; wrapped: Uint8Array },
    ): PersonKey {
      try {
        const key = { id, secret: unwrap(wrapped, wrappedFor({ id, person })) }
        damaged.delete(person)
        this.add(person, key)
        return key
      } catch {
        damaged.add(person)
        throw new DamagedKey(person)
      }
    },
    damaged,
    ofPerson(person: string): PersonKey | undefined {
      const found = ofPeople.get(person)
      return found && { id: found.id, secret: found.secret }
    },
    byId: (id: string): { person: string; secret: Buffer } | undefined => byId.get(id),
    /** For how long a person's key is remembered, in milliseconds. */
    age: (person: string): number => now() - (ofPeople.peek(person)?.since ?? now()),
    add(person: string, key: PersonKey): void {
      ofPeople.set(person, { ...key, since: now() })
      byId.set(key.id, { person, secret: key.secret })
    },
    forget(person: string): void {
      forgotten++
      ofPeople.delete(person)
      for (const [id, key] of byId.entries()) if (key.person === person) byId.delete(id)
    },
    get forgotten() {
      return forgotten
    },
  }
}
