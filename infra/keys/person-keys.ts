/** A person's key. The id stands, readable, beside what is sealed by it; the secret is 32 random bytes. */
export type PersonKey = { id: string; secret: Buffer }

/** A person's key is there, and is not what was stored. Answered with 500, as what it seals. */
export class DamagedKey extends Error {
  override name = 'DamagedKey'
  constructor(person: string) {
    super(`${person}’s personal data key is damaged. Restore the latest key backup.`)
  }
}

/** Returns the work’s result; undefined where it meets a key that is damaged. */
export function unlessDamaged<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof DamagedKey) return undefined
    throw error
  }
}

/** A destroyed key: its person, and when (ISO 8601, UTC). Nothing else of them is stored. */
export type Tombstone = { person: string; at: string }

/**
 * The keys that seal personal data, one a person. They are stored apart from what they seal, wrapped by the master key,
 * with the secrets of the installation. All of it rejects with `Unavailable` while the keys cannot be reached.
 */
export interface PersonKeys {
  /** The prefix of the ids of all its keys, before a dot: another one means that they are others' keys. */
  readonly name: string
  /**
   * The key to seal a person's data by. Made when there is none, and durable before it is answered: what is sealed by it
   * can be opened again, whatever ends this process. Throws `DamagedKey`.
   */
  currentKey(person: string): Promise<PersonKey>
  /** The secrets of keys, by their ids. Those that are damaged or destroyed, or were never made here, are missing. */
  keysById(ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  /**
   * Destroys a person's key, for ever, and answers when that was: ISO 8601, UTC. Doing it again changes nothing, unless they have
   * been given another key since.
   */
  destroy(person: string): Promise<string>
  /** Whether a key of this person was ever destroyed. */
  isDestroyed(person: string): Promise<boolean>
  /** The latest tombstone of everyone whose key was ever destroyed. */
  destroyed(): AsyncIterable<Tombstone>
  /** Drops what this process has in memory of a person's key: for when another process has destroyed it. */
  forget(person: string): void
  /**
   * A secret of this installation, stored and wrapped as the keys are. It is `initial` where there is none yet of that
   * name; the first of several processes sets it. Throws `Misconfigured` where it is damaged.
   */
  secret(name: string, initial: string): Promise<string>
  /** Every such secret by its name, to move them. */
  secrets(): Promise<ReadonlyMap<string, string>>
  /** Looks at every key, so that `damaged` has all of whom it is not what was stored. */
  verify(): Promise<void>
  /** The people whose key was found not to be what was stored. */
  readonly damaged: ReadonlySet<string>
  /** Every key there is, to move them. Throws `DamagedKey`. */
  everyKey(): AsyncIterable<PersonKey & { person: string }>
  /**
   * Takes over the name, the keys, the secrets and the tombstones of another key store, so that what is sealed by them opens here. Done again
   * it goes on where it was. Throws `Misconfigured` when there are keys of its own.
   */
  takeOver(from: PersonKeys): Promise<void>
  /** How often a key was destroyed or forgotten here. Caches of opened events drop them when this has changed. */
  forgotten(): number
  close(): Promise<void>
}
