import { LRUCache } from 'lru-cache'
import { DamagedKey, type PersonKey, type PersonKeys, unlessDamaged } from './person-keys.ts'
import { type Wrapping, wrappedFor } from './wrapping.ts'

/** How many people’s keys are remembered. */
const rememberedPeople = 10_000

/** A key as it is stored. */
type WrappedKey = { person: string; id: string; wrapped: Uint8Array }

/** How keys are had that are not in memory. */
type KeySource = {
  /** A person's key, made where there is none. */
  findOrMake(person: string): Promise<PersonKey>
  /** The keys of these ids that there are. */
  find(ids: readonly string[]): Promise<readonly WrappedKey[]>
  /** Called with everyone whose key was in memory. */
  onKnown?(person: string): void
}

/** The keys that this process has in memory. `maxAgeMs` is how long they count, in milliseconds: for ever without one. */
export function createKeyCache(maxAgeMs = 0, now: () => number = () => performance.now()) {
  const options = { max: rememberedPeople, ttl: maxAgeMs, ttlResolution: 0, perf: { now } }
  const ofPeople = new LRUCache<string, PersonKey & { since: number }>(options)
  const byId = new LRUCache<string, { person: string; secret: Buffer }>(options)
  const damaged = new Set<string>()
  let forgotten = 0
  return {
    /**
     * Unwraps a key as it is stored. `since` is `forgotten()` as it was asked for: the key is remembered unless one was forgotten
     * since, which it may be. Throws `DamagedKey`, and has the person among the `damaged` then.
     */
    open({ unwrap }: Wrapping, { person, id, wrapped }: WrappedKey, since = forgotten): PersonKey {
      try {
        const key = { id, secret: unwrap(wrapped, wrappedFor({ id, person })) }
        damaged.delete(person)
        if (since === forgotten) this.add(person, key)
        return key
      } catch {
        damaged.add(person)
        throw new DamagedKey(person)
      }
    },
    damaged,
    /** The questions of `PersonKeys` for keys, answered from memory as far as they are there. */
    cachedLookups(wrapping: Wrapping, { findOrMake, find, onKnown = () => {} }: KeySource) {
      const currentKey: PersonKeys['currentKey'] = async (person) => {
        const known = ofPeople.get(person)
        if (!known) return findOrMake(person)
        onKnown(person)
        return { id: known.id, secret: known.secret }
      }
      const keysById: PersonKeys['keysById'] = async (ids) => {
        const found = new Map<string, Buffer>()
        const unknown: string[] = []
        for (const id of ids) {
          const known = byId.get(id)
          if (!known) {
            unknown.push(id)
            continue
          }
          found.set(id, known.secret)
          onKnown(known.person)
        }
        if (unknown.length === 0) return found
        const since = forgotten
        for (const key of await find(unknown)) {
          const secret = unlessDamaged(() => this.open(wrapping, key, since).secret)
          if (secret) found.set(key.id, secret)
        }
        // In the order they were asked for.
        return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)!] as const] : [])))
      }
      return { currentKey, keysById }
    },
    /** How long a person's key has been remembered, in milliseconds. */
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
    forgotten: () => forgotten,
  }
}
