import { randomBytes } from 'node:crypto'
import { withoutUndefined } from '#domain/command.ts'
import type { SecurityKind } from '#domain/contract/call.ts'
import {
  type Change,
  type Collection,
  type Document,
  type DocumentStore,
  everyDocument,
  type Query,
} from '#infra/documents/store.ts'
import type { Log } from '#infra/log.ts'
import { securityCollection } from '#projections/primary-documents.ts'

/** A security event, by whom and from where. Addresses and browsers are here, and with events of a session (`origin`). */
export type SecurityEvent = {
  kind: SecurityKind
  what: string
  account?: string | undefined
  by?: string | undefined
  about?: string | undefined
  byKey: boolean
  ip?: string | undefined
  agent?: string | undefined
}

/** A security event with how often it happened in its hour, which is its revision as well. */
type SecurityEntry = Document & SecurityEvent & { at: string; lastAt: string; times: number }

const day = 24 * 60 * 60 * 1_000
/** How long an entry is stored, in milliseconds, and how many are at most. Of each kind so many of the newest stay. */
const retentionMs = 180 * day
const maxEntries = 50_000
const newestOfAKind = 1_000
/** How long entries gather before they are written in one write, in milliseconds. */
const gatherMs = 500
/** How many new entries there are in a minute at most, of nameless refusals and of each kind: of more, one a kind says how often. */
const maxNewPerMinute = 120
/** No new entries yet, by what bounds them. */
const noneNew = () => ({ nameless: 0, refusal: 0, login: 0, account: 0, admin: 0 })
const hour = 60 * 60 * 1_000

export type SecurityEntries = ReturnType<typeof createSecurityEntries>

/**
 * Keeps the security log as documents: it is forgotten after a while, and made of no events. Repetitions within an hour
 * are one entry with a count, so that guessing passwords costs a row an hour and not one a try. No request waits
 * for the writing; what cannot be written is tried again with the next.
 */
export function createSecurityEntries(documents: DocumentStore, log: Pick<Log, 'warn'>, now: () => number) {
  const collection = documents.collection<SecurityEntry>(securityCollection)
  /** The entries of this hour by what is the same about them. */
  let known = new Map<string, SecurityEntry>()
  let hourOf = 0
  let minute = 0
  let fresh = noneNew()
  let changed = new Map<string, SecurityEntry>()
  /** The entries that are being written, and the end of that. */
  let writing = new Map<string, SecurityEntry>()
  /** The ids of entries to be removed, which may be stored, or about to be: they stay here until a removal succeeds. */
  const removals = new Set<string>()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let indexed: Promise<unknown> | undefined
  let prunedAt = 0
  let onWritten: (entry: SecurityEntry) => void = () => {}

  function note(event: SecurityEvent): void {
    const at = now()
    if (Math.floor(at / hour) !== hourOf) {
      hourOf = Math.floor(at / hour)
      known = new Map()
    }
    if (Math.floor(at / 60_000) !== minute) {
      minute = Math.floor(at / 60_000)
      fresh = noneNew()
    }
    const isNameless = event.kind === 'refusal' && event.account === undefined
    // Who has no name invents browsers: they make no entries of their own.
    let key = JSON.stringify(isNameless ? { ...event, agent: undefined } : event)
    let said = event
    if (!known.has(key) && ++fresh[isNameless ? 'nameless' : event.kind] > maxNewPerMinute) {
      said = { kind: event.kind, what: event.what, byKey: false }
      key = JSON.stringify(said)
    }
    const time = new Date(at).toISOString()
    const before = known.get(key)
    const entry: SecurityEntry = before
      ? { ...before, lastAt: time, times: before.times + 1, revision: before.times + 1 }
      : {
          ...withoutUndefined(said),
          id: `${time}.${randomBytes(6).toString('hex')}`,
          at: time,
          lastAt: time,
          times: 1,
          revision: 1,
        }
    known.set(key, entry)
    changed.set(entry.id, entry)
    flushSoon()
  }

  const flushSoon = () => {
    timer ??= setTimeout(() => void flush(), gatherMs).unref()
  }

  /** Resolves once all that was noted before is written, or could not be yet. */
  async function flush(): Promise<void> {
    await running
    running ??= write().finally(() => {
      running = undefined
    })
    await running
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (changed.size + removals.size === 0) return
    writing = changed
    changed = new Map()
    try {
      indexed ??= Promise.all([['kind', 'at'], ['at']].map((fields) => collection.ensureIndex(fields)))
      await indexed
      let puts: Change[] = [...writing.values()].map((put) => ({ collection: securityCollection, put }))
      do {
        const removed = [...removals]
        await documents.write([...puts, ...removed.map((remove) => ({ collection: securityCollection, remove }))])
        puts = []
        for (const id of removed) removals.delete(id)
      } while (removals.size > 0) // what was forgotten during the write
      for (const entry of writing.values()) onWritten(entry)
      if (now() - prunedAt > hour) {
        prunedAt = now()
        await prune(documents, prunedAt)
      }
    } catch (error) {
      indexed = undefined
      log.warn({ err: error }, 'the security log could not be written yet')
      // No more of them wait than two minutes can have, with each kind at its bound.
      const retained = [...writing, ...changed].slice(-10 * maxNewPerMinute)
      changed = new Map(retained)
    }
  }

  return {
    note,
    /** Forgets the latest entries of a person who is erased, written or not, and does not go on with them. */
    forget(person: string): void {
      for (const entries of [known, changed, writing])
        for (const [key, entry] of entries) {
          if (!isOf(entry, person)) continue
          entries.delete(key)
          removals.add(entry.id)
          flushSoon()
        }
    },
    /** A page of the entries, the latest first. Throws `BadCursor`. */
    async list({ kind, limit, after }: { kind?: SecurityKind | undefined; limit: number; after?: string | undefined }) {
      await flush()
      return collection.find({ ...(kind ? { where: { kind } } : {}), sort: [['at', 'desc']], limit, after })
    },
    /** Every entry of an account, or by its person, in no order. */
    async *of(person: string): AsyncGenerator<SecurityEntry> {
      await flush()
      for await (const entry of everyDocument<SecurityEntry>(documents, securityCollection)) {
        if (isOf(entry, person)) yield entry
      }
    },
    /** Hands each entry that this process writes to the listener, once it can be read: new, or with another number. */
    tell(listener: typeof onWritten): void {
      onWritten = listener
    },
    /** Writes what has gathered; resolves once nothing is being written. */
    close: flush,
  }
}

/** Forgets what is too old at a time in milliseconds since 1970, and what is too much. */
async function prune(documents: DocumentStore, now: number): Promise<void> {
  for (;;) {
    const entries = await removable(documents.collection(securityCollection), now)
    if (entries.length === 0) return
    await documents.write(entries.map(({ id }) => ({ collection: securityCollection, remove: id })))
  }
}

/** Some of what is too old, or else of what is too much: so no kind that people cause at will pushes out the others. */
async function removable(collection: Collection<SecurityEntry>, now: number): Promise<SecurityEntry[]> {
  const find = async (where: Query['where'], limit = 500) =>
    (await collection.find({ where, sort: [['at', 'asc']], limit: Math.min(limit, 500) })).documents
  const old = await find({ at: { lt: new Date(now - retentionMs).toISOString() } })
  if (old.length > 0) return old
  const tooMany = (await collection.count()) - maxEntries
  if (tooMany <= 0) return []
  const { kind, surplus } = await surplusKind(collection)
  return find({ kind }, Math.min(tooMany, surplus))
}

const turns: Record<SecurityKind, number> = { refusal: 0, login: 1, account: 1, admin: 2 }

/**
 * The kind that gives way, and by how many: refusals, of which strangers make as many as they like, and then what there is
 * most of. What admins did goes last.
 */
async function surplusKind(collection: Collection<SecurityEntry>): Promise<{ kind: SecurityKind; surplus: number }> {
  const counts = [...(await collection.countBy('kind'))] as [SecurityKind, number][]
  return counts
    .map(([kind, count]) => ({ kind, surplus: count - newestOfAKind }))
    .filter(({ surplus }) => surplus > 0)
    .toSorted((one, other) => turns[one.kind] - turns[other.kind] || other.surplus - one.surplus)[0]!
}

const isOf = ({ account, by }: SecurityEvent, person: string): boolean => account === person || by === person
