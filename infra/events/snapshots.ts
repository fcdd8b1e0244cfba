import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { subjectOf } from '#domain/personal-data.ts'
import type { Document, DocumentStore, Put } from '../documents/store.ts'
import type { PersonKeys } from '../keys/person-keys.ts'
import { createSeal, type Seal } from '../seal.ts'
import { createSlices, inSlices } from '../slices.ts'
import type { CachedAggregate } from './aggregate-cache.ts'
import { asGiven } from './sealing.ts'
import type { EventStore } from './store.ts'

/** Where snapshots are kept. Who erases a person drops it. */
export const snapshotsCollection = 'snapshots'

/** How many events have to be folded for a snapshot to be worth its room. */
const minEvents = 1_000
/** How many items of a list stand in one part, so that to open it takes a millisecond or two. */
const itemsOfPart = 500

/** What a snapshot is of, where it fits: the stream up to a revision and its hash, folded by this code, sealed by these keys. */
type Head = Document & { at: number; hash: string; code: string; keys: string[]; parts: string[] }
type Part = Document & { value: string }

export type Folded = Pick<CachedAggregate, 'state' | 'revision' | 'actors' | 'idempotencyRecords' | 'unknown'>

type Stores = { events: EventStore; documents: DocumentStore; keys: PersonKeys }

/**
 * Keeps what long streams are folded to, so that a new process need not fold them from the first event. A snapshot can be made
 * again at any time: one that does not fit, or is damaged, is thrown away. It is sealed by a key made of those of everyone
 * whose data is in it: with the first of them all of it is gone. Where somebody's key was destroyed none is kept.
 */
export function createSnapshots({ events, documents, keys }: Stores) {
  const saving = new Set<string>()
  let code: Promise<string> | undefined
  const codeOf = () => {
    code ??= digestOfDomain()
    return code
  }
  const collection = <D extends Document>() => documents.collection<D>(snapshotsCollection)

  async function hashAt(stream: string, revision: number): Promise<string | undefined> {
    for await (const { hash } of events.readStored(stream, revision - 1)) return hash
    return undefined
  }

  /** What seals, by the secrets of these keys; undefined where one of them is not there any more. */
  async function sealBy(ids: readonly string[]): Promise<Seal | undefined> {
    const secrets = await keys.keysById(ids)
    const all = ids.map((id) => secrets.get(id)?.toString('base64'))
    return all.includes(undefined) ? undefined : createSeal(all.join(), 'snapshot')
  }

  async function open(head: Head): Promise<Folded | undefined> {
    const { id: stream, at: revision } = head
    const seal = await sealBy(head.keys)
    if (!seal || head.code !== (await codeOf()) || head.hash !== (await hashAt(stream, revision))) return undefined
    const parts: unknown[] = []
    for await (const id of inSlices(head.parts)) {
      const part = await collection<Part>().get(id)
      if (!part) return undefined
      parts.push(JSON.parse(inflated(seal.open(part.value, aboutOf(head, id)))))
    }
    const [{ state, actors, records, unknown }, ...lists] = parts as [Rest, ...[string, unknown[]][]]
    for (const [name] of lists) state[name] = []
    for (const [name, items] of lists) (state[name] as unknown[]).push(...items)
    const folded = { state, revision, actors: new Set(actors), idempotencyRecords: new Map(records) }
    return unknown === undefined ? folded : { ...folded, unknown }
  }

  /** The keys of everyone whose data is in what a stream is folded to; undefined where one was destroyed. */
  async function keysOf(stream: string, actors: ReadonlySet<string>): Promise<string[] | undefined> {
    const people = new Set(actors)
    for await (const first of events.readStored(stream)) {
      const by = { id: [...actors][0]!, name: '', role: 'admin' } as const
      const subject = subjectOf(stream, { by }, asGiven(first))
      if (subject) people.add(subject)
      break
    }
    const ids: string[] = []
    for (const person of people) {
      if (await keys.isDestroyed(person)) return undefined
      ids.push((await keys.currentKey(person)).id)
    }
    return ids.sort()
  }

  async function write(
    stream: string,
    { state, revision, actors, idempotencyRecords, unknown }: Folded,
  ): Promise<void> {
    const before = keys.forgotten()
    const [ids, hash] = [await keysOf(stream, actors), await hashAt(stream, revision)]
    const seal = ids && (await sealBy(ids))
    if (!seal || hash === undefined) return
    const former = await collection<Head>().get(stream)
    const place = { id: stream, revision: (former?.revision ?? 0) + 1, at: revision, hash, code: await codeOf() }
    const puts: Put[] = []
    const add = (content: unknown) => {
      const id = randomUUID()
      puts.push(
        putOf<Part>({ id, revision: 0, value: seal.close(deflated(JSON.stringify(content)), aboutOf(place, id)) }),
      )
    }
    const { rest, lists } = divided(state as Record<string, unknown>)
    add({ state: rest, actors: [...actors], records: [...idempotencyRecords], unknown } satisfies Rest)
    const pause = createSlices()
    for (const [name, items] of lists) {
      for (let at = 0; at < items.length; at += itemsOfPart) {
        await pause()
        add([name, items.slice(at, at + itemsOfPart)])
      }
    }
    // Not what a key has opened that was destroyed meanwhile.
    if (keys.forgotten() !== before) return
    const head = putOf<Head>({ ...place, keys: ids, parts: puts.map(({ put }) => put.id) })
    await documents.write([head, ...removalsOf(former?.parts)], undefined, { puts })
  }

  return {
    /** What a stream was folded to, and at which revision, where there is a snapshot of it that fits and can be read. */
    async load(stream: string): Promise<Folded | undefined> {
      const head = await collection<Head>()
        .get(stream)
        .catch(() => undefined)
      const folded = head && (await open(head).catch(() => undefined))
      if (head && !folded) await documents.write(removalsOf([stream, ...head.parts])).catch(() => {})
      return folded
    },

    /** Keeps what a stream is folded to, if so many of its events were read that it is worth it. The state is not changed any more. */
    async keep(stream: string, folded: Folded, read: number): Promise<void> {
      if (read < Math.max(minEvents, folded.revision / 10) || saving.has(stream)) return
      saving.add(stream)
      await write(stream, folded).catch(() => {}) // the next process folds it once more
      saving.delete(stream)
    },
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>

type Rest = {
  state: Record<string, unknown>
  actors: string[]
  records: [string, { body: string; first: number; last: number; at: number }][]
  unknown?: string | undefined
}

const putOf = <D extends Document>(put: D): Put => ({ collection: snapshotsCollection, put })

const removalsOf = (ids: readonly string[] = []) => ids.map((remove) => ({ collection: snapshotsCollection, remove }))

const aboutOf = ({ id, at, hash, code }: Pick<Head, 'id' | 'at' | 'hash' | 'code'>, part: string) =>
  [id, at, hash, code, part].join(' ')

const deflated = (text: string) => deflateRawSync(text, { level: 1 }).toString('base64')
const inflated = (text: string) => inflateRawSync(Buffer.from(text, 'base64')).toString()

/** A state without its long lists, and those. */
function divided(state: Record<string, unknown>) {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > itemsOfPart
  const all = Object.entries(state)
  return {
    rest: Object.fromEntries(all.filter(([, value]) => !isLong(value))),
    lists: all.filter(([, value]) => isLong(value)) as [string, unknown[]][],
  }
}

/** A digest of the code that folds: of all of the domain, so that nobody has to think of raising a version. */
async function digestOfDomain(): Promise<string> {
  const folder = new URL('../../domain/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort()
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(await readFile(new URL(name, folder)))
  return hash.digest('base64url')
}
