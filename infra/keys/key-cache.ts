import { LRUCache } from 'lru-cache'
import type { PersonKey } from './person-keys.ts'

/** Of how many people the key is remembered. */
const rememberedPeople = 10_000

/** The keys that this process has in memory. `maxAgeMs` is how long they count, in milliseconds: for ever without one. */
export function createKeyCache(maxAgeMs = 0, now: () => number = () => performance.now()) {
  const options = { max: rememberedPeople, ttl: maxAgeMs, ttlResolution: 0, perf: { now } }
  const ofPeople = new LRUCache<string, PersonKey & { since: number }>(options)
  const byId = new LRUCache<string, { person: string; secret: Buffer }>(options)
  let forgotten = 0
  return {
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
