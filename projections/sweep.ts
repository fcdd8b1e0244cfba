import { performance } from 'node:perf_hooks'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { type Agency, filesOfAgency } from '#domain/settings/agency.ts'
import { agencyStream } from '#domain/settings/brand.ts'
import { type Document, type DocumentStore, readAtOnce } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Log } from '#infra/log.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import { type OwnedFile, retentionMs } from './order/files.ts'
import type { ReadModel } from './projection.ts'
import type { Reaction } from './reactions/reaction.ts'

const day = 24 * 60 * 60 * 1_000
/** How long files wait in quarantine before they are removed for good, in milliseconds of running. */
export const quarantineMs = 7 * day
/** How long a file that another process may just have received may stay unnamed, in milliseconds of running. */
export const graceMs = day

/** The note on a file that is suspect, or in quarantine, and since when, by the uptime. Its id is the file's name. */
type Note = Document & { state: 'suspect' | 'quarantined'; since: number }
const notes = 'sweep'

type Dependencies = {
  events: Pick<EventStore, 'read' | 'follow' | 'damaged'>
  documents: DocumentStore
  files: FileStore
  model: Pick<ReadModel<OwnedFile>, 'caughtUp' | 'collection'>
  uptime: Pick<Uptime, 'ms'>
  /** The files that this process received itself. */
  received: ReadonlySet<string>
  log: Pick<Log, 'warn'>
  /** The time, in milliseconds since 1970. */
  now(): number
  /** Ends it: what no event has named so far may still be named by one. */
  signal: AbortSignal
}

/**
 * Moves files into quarantine that no event names: they were stored for a request that did not end. With them go deleted
 * ones that `purgeReaction` could not move. What the read model does not know is looked for in all events, so that a read
 * model that is wrong costs no file. A file in quarantine that an event names, and none deletes, is given back. How long a
 * file waits is counted in uptime: no clock that was put forward or back makes a file go. Nothing is done while a stream is
 * damaged. What the store refuses of one file keeps no other from its turn.
 */
export async function sweepFiles(dependencies: Dependencies, first: boolean): Promise<void> {
  const { documents, files, model, uptime, log, now } = dependencies
  await model.caughtUp
  const suspects = await unknownFiles(dependencies)
  const quarantined = new Set(await Array.fromAsync(files.quarantine.list()))
  const { named, deleted } = await namedAnywhere(new Set([...suspects, ...quarantined]), dependencies)
  if (suspects.size + quarantined.size === 0) return
  if (dependencies.events.damaged().length > 0) {
    return log.warn({}, 'no files are removed while a stream is damaged')
  }
  const collection = documents.collection<Note>(notes)

  /** How long a file has been in its state; from now on when that is not noted yet. */
  async function waited(id: string, state: Note['state']): Promise<number> {
    const note = await collection.get(id)
    if (note?.state === state) return uptime.ms() - note.since
    const put: Note = { id, revision: (note?.revision ?? 0) + 1, state, since: uptime.ms() }
    await documents.write([{ collection: notes, put }])
    return 0
  }
  /** Whether a file is to go: no event names it, or it was deleted long ago. */
  const isDue = (name: string) =>
    !named.has(name) || (deleted.get(name) ?? Number.POSITIVE_INFINITY) + retentionMs <= now()
  const forget = (id: string) => documents.write([{ collection: notes, remove: id }])

  /** Does it for each of some files. One that fails is left until the next time, unless the store is away. */
  async function forEach(names: ReadonlySet<string>, work: (name: string) => Promise<unknown>) {
    for (const name of names) {
      await work(name).catch((error) => {
        if (error instanceof Unavailable) throw error
        log.warn({ err: error, file: name }, 'could not clean up a file')
      })
    }
  }

  await forEach(suspects, async (name) => {
    if (!isDue(name)) return
    // What lay in a folder of this process's own before it received anything can come in no more.
    const isLeftOver = first && files.soleWriter
    if (!isLeftOver && (await waited(name, 'suspect')) < graceMs) return
    await files.quarantine.take(name)
    await waited(name, 'quarantined')
    log.warn({ file: name }, 'moved an unused file to quarantine')
  })
  await forEach(quarantined, async (name) => {
    if (named.has(name) && !deleted.has(name)) {
      await files.quarantine.giveBack(name)
      await forget(name)
      log.warn({ file: name }, 'restored a file from quarantine')
    } else if ((await waited(name, 'quarantined')) >= quarantineMs && isDue(name)) {
      await files.quarantine.remove(name)
      await forget(name)
    }
  })
}

/**
 * The files that neither the read model nor the agency's settings know, without those that this process received; and those
 * that were deleted long ago.
 */
async function unknownFiles({ events, files, model, received, now }: Dependencies): Promise<Set<string>> {
  const names = await Array.fromAsync(files.list())
  const unknown = new Set(names.filter((name) => !received.has(name)))
  for (let at = 0; at < names.length; at += readAtOnce) {
    const known = await model.collection.getMany(names.slice(at, at + readAtOnce), { awaited: false })
    for (const { id, deletedAt } of known) {
      if (deletedAt === undefined || Date.parse(deletedAt) + retentionMs > now()) unknown.delete(id)
      else unknown.add(id)
    }
  }
  for await (const { data } of events.read(agencyStream)) {
    for (const name of filesOfAgency(data as Agency)) unknown.delete(name)
  }
  return unknown
}

/**
 * Finds the names that stand anywhere in an event; and when those of deleted files were deleted, since 1970. A client who
 * was erased has no file any more.
 */
async function namedAnywhere(names: ReadonlySet<string>, { events, signal }: Pick<Dependencies, 'events' | 'signal'>) {
  const [named, deleted] = [new Set<string>(), new Map<string, number>()]
  if (names.size === 0) return { named, deleted }
  for await (const batch of events.follow(0n, signal)) {
    for (const event of batch.events) {
      for (const text of textsIn(event.data)) {
        if (!names.has(text)) continue
        if (isIn(event, 'ClientErased')) {
          named.delete(text)
          deleted.delete(text)
          continue
        }
        named.add(text)
        if (isIn(event, 'FileDeleted')) deleted.set(text, Date.parse(event.at))
      }
    }
    if (batch.caughtUp) break
  }
  signal.throwIfAborted()
  return { named, deleted }
}

/** Whether an event is one of an order, of this type. */
const isIn = ({ type, stream }: Recorded, wanted: OrderEvent['type']) =>
  type === wanted && idIn(orders, stream) !== undefined

/** Every text within, so that a new event that names a file needs nothing here. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* textsIn(each)
  }
}

/** Sweeps now, and every day that the process runs, until it is closed. What fails is tried again the next time. */
export async function startSweeping(dependencies: Omit<Dependencies, 'uptime' | 'signal'>, log: Pick<Log, 'error'>) {
  const uptime = await retryWhileUnavailable(() => openUptime(dependencies.documents), new AbortController().signal)
  const ending = new AbortController()
  const { signal } = ending
  const sweep = (first: boolean) =>
    sweepFiles({ ...dependencies, uptime, signal }, first).catch((error) => {
      if (!signal.aborted) log.error({ err: error }, 'file cleanup failed')
    })
  let sweeping = sweep(true)
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep(false))
  }, day).unref()
  return async () => {
    ending.abort()
    clearInterval(timer)
    await sweeping
    await uptime.close()
  }
}

/** The same files, noting the names of those that are received from now on. */
export function notingReceived(files: FileStore): { files: FileStore; received: ReadonlySet<string> } {
  const received = new Set<string>()
  const put: FileStore['put'] = (name, content) => {
    received.add(name)
    return files.put(name, content)
  }
  return { files: { ...files, put }, received }
}

/**
 * Moves the content of a deleted file, all its versions, into quarantine thirty days after; what goes by no clock removes
 * it from there (`sweepFiles`). That it was there stays an event.
 */
export const purgeReaction = ({ files }: { files: Pick<FileStore, 'quarantine'> }): Reaction<string> => ({
  name: 'purge',
  fromFirst: true,
  plan(event: Recorded) {
    if (idIn(orders, event.stream) === undefined) return undefined
    const { type, data, id, at } = event as Recorded<OrderEvent>
    if (type !== 'FileDeleted') return undefined
    const due = Date.parse(at) + retentionMs
    return { tasks: data.files.map(({ filename }) => ({ id: `${id} ${filename}`, due, work: filename })) }
  },
  async perform(filenames) {
    for (const filename of filenames) await files.quarantine.take(filename)
  },
})

type StoredUptime = Document & { ms: number }

/** How often the uptime is noted, in milliseconds: so much at most is not counted when a process is killed. */
const saveEveryMs = 10 * 60_000

type Uptime = Awaited<ReturnType<typeof openUptime>>

/**
 * Counts how long processes have run on these documents in all, in milliseconds, by a clock that no one can set. What must not
 * happen because a clock was put forward waits for this. `elapsed`: milliseconds since anything, never less.
 */
export async function openUptime(documents: DocumentStore, elapsed: () => number = () => performance.now()) {
  const collection = documents.collection<StoredUptime>('witnesses')
  const found = await collection.get('uptime')
  const before = found?.ms ?? 0
  const began = elapsed()
  let revision = found?.revision ?? 0
  const ms = () => before + elapsed() - began
  async function save() {
    const put: StoredUptime = { id: 'uptime', revision: ++revision, ms: ms() }
    await documents.write([{ collection: 'witnesses', put }])
  }
  const timer = setInterval(() => void save().catch(() => {}), saveEveryMs).unref() // the next time, then
  return {
    ms,
    async close() {
      clearInterval(timer)
      await save().catch(() => {}) // what is not noted is not counted
    },
  }
}
