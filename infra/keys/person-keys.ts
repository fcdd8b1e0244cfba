/** A person's key. The id stands, readable, beside what is sealed by it; the secret is 32 random bytes. */
export type PersonKey = { id: string; secret: Buffer }

/** That a person's key was destroyed, and when (ISO 8601, UTC). Nothing else is kept of them. */
export type Tombstone = { person: string; at: string }

/**
 * The keys that personal data is sealed by, one a person, kept apart from what is sealed and wrapped by the master key; and
 * the secrets of the installation beside them.
 * All of it rejects with `Unavailable` while the keys cannot be reached.
 */
export interface PersonKeys {
  /** What the ids of all its keys begin with, before a dot: another one means that they are others' keys. */
  readonly name: string
  /**
   * The key to seal a person's data by. Made when there is none, and durable before it is answered: what is sealed by it
   * can be opened again, whatever ends this process.
   */
  currentKey(person: string): Promise<PersonKey>
  /** The secrets of keys, by their ids. Those that are destroyed, or were never made here, are missing. */
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
   * A secret of this installation, kept and wrapped as the keys are: `initial` where there is none yet of that name, which of
   * several processes the first one sets. Throws `Misconfigured` where it is damaged.
   */
  secret(name: string, initial: string): Promise<string>
  /** Every such secret by its name, for whoever moves them. */
  secrets(): Promise<ReadonlyMap<string, string>>
  /** Every key there is, for whoever moves them. */
  everyKey(): AsyncIterable<PersonKey & { person: string }>
  /**
   * Takes over the name, the keys, the secrets and the tombstones of another key store, so that what is sealed by them opens here. Done again
   * it goes on where it was. Throws `Misconfigured` when there are keys of its own.
   */
  takeOver(from: PersonKeys): Promise<void>
  /** How often a key was destroyed or forgotten here. Whoever keeps what was opened drops it when this has changed. */
  readonly forgotten: number
  close(): Promise<void>
}
