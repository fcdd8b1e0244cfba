import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { isDamage, isLogAlone, logStateOf, type OpenDatabase, openSqlite } from '#infra/sqlite.ts'
import { NoRoom, Unavailable } from '#infra/unavailable.ts'
import { createWorkerPool } from '#infra/worker-pool.ts'
import { limitOf, pageOf } from './cursor.ts'
import { DamagedDocuments, damageNote, findDamage, isTransientSqlite } from './damage.ts'
import { findDamageInProcess } from './find-damage-process.ts'
import { exchange, isSalvaged, removeDamaged, salvage } from './salvage.ts'
import { createTable, openSchemaSeal, openSeal, type Row, sealOf } from './seal.ts'
import { openColumns } from './sqlite-columns.ts'
import { type Sql, selectCount, selectCountBy, selectIds, type Table, tableName } from './sqlite-query.ts'
import {
  defineSearchWords,
  dropSearchIndex,
  ensureSearchIndex,
  mergeSearchIndex,
  openVocabulary,
  searchIndexes,
} from './sqlite-search.ts'
import { createSearcher } from './sqlite-searcher.ts'
import { createTallies } from './sqlite-tally.ts'
import {
  type Ahead,
  type Change,
  type Collection,
  type Document,
  type DocumentStore,
  type Fence,
  Fenced,
  inPieces,
  type Query,
  termOf,
  writtenAtOnce,
} from './store.ts'

/**
 * How much of each collection stays in memory parsed, in characters of its JSON: parsing fifty rows for a list costs six
 * times what finding them does. In memory it takes about twice as many bytes.
 */
const maxCachedLength = 4_000_000
/** A program asks a handful of different questions; the bound is for one that builds field names from data. */
const maxStatements = 500

/** With a log of 16 MB, a row that changes often reaches the database once for many changes. */
const autocheckpoint = 'pragma wal_autocheckpoint = 4000'
/** How many puts are written ahead before a commit: to commit a thousand takes up to 25 ms, the words of orders most. */
const putsPerCommit = 250
/** How many puts are written ahead before the log is moved into the database. */
const putsPerCheckpoint = 10_000
const checkpoints = createWorkerPool<string, void>(new URL('./checkpoint.ts', import.meta.url), {
  ...{ atOnce: 2, waiting: 100, timeMs: 60_000, memory: 64 },
})

/** How many questions of a collection keep their answers until it changes, and how many documents such an answer has at most. */
const [maxFound, maxFoundDocuments] = [1_000, 100]

/** `found`: the ids that were found since the collection has last changed, by what was asked. */
type OpenTable = ReturnType<typeof openColumns> & {
  documents: LRUCache<string, Document>
  found: Map<string, string[]>
}

/** Records found damage: it is reported once, and noted for the next start. */
function createDamage(path: string, say: (line: string) => void) {
  const damage = Promise.withResolvers<string>()
  const note = damageNote(path)
  let damaged: string | undefined

  /** Reports once that something is damaged, and tells the next start. */
  function found(what: string): DamagedDocuments {
    if (damaged === undefined) {
      damaged = what
      if (path !== ':memory:') note.write(what)
      say(`DAMAGED: ${path}: ${what}. The next start rebuilds the lists from the events.`)
      damage.resolve(what)
    }
    return new DamagedDocuments()
  }

  return { found, isFound: () => damaged !== undefined, promise: damage.promise }
}

type Damage = ReturnType<typeof createDamage>
/** Changes tables and indexes, which are sealed. */
type Define = ReturnType<typeof openSchemaSeal>

/** The tables of a database, each with its documents in memory as far as there is room. */
function openTables(database: DatabaseSync, damage: Damage, define: Define) {
  const statements = new LRUCache<string, StatementSync>({
    max: maxStatements,
    memoMethod: (text) => database.prepare(text),
  })
  const tables = new Map<string, OpenTable>()

  const prepared = (text: string): StatementSync => statements.memo(text)
  const rows = ({ text, values }: Sql) => prepared(text).all(...values)

  /**
   * Makes the table the first time it is used, and answers it with its parsed documents. They are frozen, since every
   * reader is handed the same one.
   */
  function open(name: string): OpenTable {
    let opened = tables.get(name)
    if (!opened) {
      const columns = define(() => {
        database.exec(createTable(name))
        return openColumns(database, name)
      })
      opened = { documents: new LRUCache({ maxSize: maxCachedLength }), found: new Map(), ...columns }
      tables.set(name, opened)
    }
    return opened
  }

  /** The ids that a query finds. What is asked for each event (who is to be told, on which devices) seldom changes. */
  function idsFor(name: string, query: Query, limit: number): string[] {
    const { table, found } = open(name)
    // With `null` for `undefined`: such a condition is refused, also where the ids without it are known.
    const question = JSON.stringify([query, limit], (_, value) => value ?? null)
    const known = found.get(question)
    if (known) return known
    const ids = rows(selectIds(table, query, limit)).map(({ id }) => id as string)
    if (found.size >= maxFound) found.clear()
    if (limit <= maxFoundDocuments) found.set(question, ids)
    return ids
  }

  function documentOf(name: string, id: string): Document | undefined {
    const { documents } = open(name)
    const cached = documents.get(id)
    if (cached) return cached
    const row = prepared(`select id, revision, body, seal from ${tableName(name)} where id = ?`).get(id) as
      | Row
      | undefined
    if (!row) return undefined
    const document = openSeal<Document>(row)
    if (!document) throw damage.found(`a document of ${name} was changed after it was written`)
    freezeJson(document)
    documents.set(id, document, { size: row.body.length })
    return document
  }

  return {
    ...{ prepared, rows, open, idsFor, documentOf },
    forgetDocuments() {
      for (const { documents, found } of tables.values()) {
        documents.clear()
        found.clear()
      }
    },
    forget(name: string) {
      statements.clear()
      tables.delete(name)
    },
  }
}

type Tables = ReturnType<typeof openTables>

/** Writes into the transaction that is open, or into a new one. */
function createWriting(
  database: DatabaseSync,
  { prepared, open, documentOf, forgetDocuments }: Tables,
  damage: Damage,
) {
  /** How many transactions were rolled back: who has written ahead into one of them has to begin again. */
  let rolledBack = 0

  function apply(change: Change) {
    const { documents, found, put } = open(change.collection)
    found.clear()
    if ('remove' in change) {
      prepared(`delete from ${tableName(change.collection)} where id = ?`).run(change.remove)
      documents.delete(change.remove)
      return
    }
    const { id, revision } = change.put
    const before = documents.get(id)
    if (before && before.revision >= revision) return
    const body = JSON.stringify(change.put)
    const { text, values } = put(change.put, body, before)
    prepared(text).run(...values)
    // What is read often is changed often: it need not be parsed again.
    if (before && freezeJson(change.put)) documents.set(id, change.put, { size: body.length })
    else documents.delete(id)
  }

  /** Makes changes in the transaction that is open, or in a new one. When one fails nothing of it is left. */
  function applyAll(changes: readonly Change[], fence: Fence | undefined): void {
    if (damage.isFound()) throw new DamagedDocuments() // nothing is built on it
    if (fence) open(fence.collection)
    for (const { collection } of changes) open(collection) // outside, where no rollback unmakes it
    if (!database.isTransaction) database.exec('begin immediate')
    try {
      if (fence && termOf(documentOf(fence.collection, fence.id)) !== fence.term) throw new Fenced()
      for (const change of changes) apply(change)
    } catch (error) {
      rollBack()
      throw error
    }
  }

  /** Commits what is in the transaction that is open, if one is. */
  function settle(): void {
    try {
      if (database.isTransaction) database.exec('commit')
    } catch (error) {
      rollBack()
      throw error
    }
  }

  function rollBack(): void {
    rolledBack++
    if (database.isTransaction) database.exec('rollback')
    forgetDocuments()
  }

  return { applyAll, settle, rolledBack: () => rolledBack }
}

/** Writes ahead of the checkpoint of a batch, and has the log taken over now and then. */
function createWritingAhead(database: DatabaseSync, path: string, writing: ReturnType<typeof createWriting>) {
  let writingAhead = 0
  /** How much was written ahead since the log was taken over, and the end of that. */
  let putAhead = 0
  let checkpointing: Promise<void> | undefined

  /**
   * Puts documents into the transaction that is open, where others find room too, and commits them in parts. The
   * changes come last, and are left in an open transaction.
   */
  async function writeAhead(ahead: Ahead, changes: readonly Change[], fence: Fence | undefined): Promise<void> {
    const before = writing.rolledBack()
    const checkNotRolledBack = () => {
      if (writing.rolledBack() !== before || !database.isOpen) throw new Unavailable('The document store')
    }
    if (writingAhead++ === 0) database.exec('pragma wal_autocheckpoint = 0')
    try {
      // One at a time: until its code is warm, the words of an order's row take five milliseconds.
      await inPieces(ahead, 1, async (puts) => {
        if (putAhead > putsPerCheckpoint) checkpoint()
        await checkpointing
        checkNotRolledBack()
        writing.applyAll(puts, fence)
        const commits = Math.floor(putAhead / putsPerCommit)
        putAhead += puts.length
        if (Math.floor(putAhead / putsPerCommit) > commits) writing.settle()
      })
    } finally {
      if (--writingAhead === 0 && database.isOpen) {
        if (putAhead > putsPerCheckpoint / 4) checkpoint() // before a commit does it
        await checkpointing
        if (writingAhead === 0 && database.isOpen) database.exec(autocheckpoint)
      }
    }
    checkNotRolledBack()
    writing.applyAll(changes, fence)
  }

  /** Moves the log into the database in a thread: the disk takes a while. Nothing is written ahead meanwhile, or it would grow. */
  function checkpoint(): void {
    writing.settle()
    putAhead = 0
    if (path !== ':memory:') checkpointing = checkpoints.run(path, path).catch(() => {})
  }

  return { writeAhead, ended: async () => checkpointing }
}

/**
 * The embedded document store: one file, a table a collection, each document as JSON. One process holds the file; a
 * second is refused with `Misconfigured`. Everything rejects with `Unavailable` while the disk is full or failing.
 */
export function openSqliteDocuments(path: string, say: (line: string) => void = console.error): DocumentStore {
  const { database, close, ...opened } = openDatabase(path, say)
  let { isVerified } = opened
  const damage = createDamage(path, say)
  const { found } = damage
  const sealed = openSchemaSeal(database)
  const define: Define = (change) => {
    writing.settle()
    try {
      return sealed(change)
    } catch (error) {
      // Else the next write would commit what was done of it: a column that is not filled.
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  const tables = openTables(database, damage, define)
  const { open, rows, idsFor, documentOf } = tables
  const writing = createWriting(database, tables, damage)
  const { applyAll, settle } = writing
  const { writeAhead, ended } = createWritingAhead(database, path, writing)
  const tallies = createTallies(database)

  /** How many documents meet the conditions, counted up to a number. */
  function countOf(table: Table, where: Query['where'], atMost?: number): number {
    const tallied = tallies.select(table.collection, where)
    const count = rows(tallied ?? selectCount(table, where, { atMost }))[0]!.count as number
    return Math.min(count, atMost ?? count)
  }

  const searcher = createSearcher(rows, countOf)

  const missing = (collection: string): never => {
    throw found(`a document of ${collection} is in an index and nowhere else`)
  }

  /** Runs work, with SQLite’s errors in the words of the port. */
  async function reach<T>(work: () => T | Promise<T>): Promise<T> {
    if (!database.isOpen) throw new Unavailable('The document store')
    try {
      return await work()
    } catch (error) {
      if (isDamage(error)) throw found((error as Error).message)
      throw isTransientSqlite(error) ? new Unavailable('The document store', error) : error
    }
  }

  function collection<D extends Document>(name: string): Collection<D> {
    tableName(name) // throws at once when it is none
    const get = (id: string) => documentOf(name, id) as D | undefined
    return {
      get: (id) => reach(() => get(id)),
      getMany: (ids) => reach(() => [...new Set(ids)].map(get).filter((document) => document !== undefined)),
      find: (query = {}) =>
        reach(() => {
          const limit = limitOf(query)
          const ids = query.search
            ? searcher.find(open(name).table, query.search, query, limit + 1)
            : idsFor(name, query, limit + 1)
          const documents = ids.slice(0, limit).map((id) => get(id) ?? missing(name))
          return pageOf(documents, query, ids.length > limit)
        }),
      count: (where, { search, atMost } = {}) =>
        reach(() => {
          const { table } = open(name)
          return search ? searcher.count(table, search, where, atMost) : countOf(table, where, atMost)
        }),
      countBy: (field, where) =>
        reach(() => {
          const counted = rows(selectCountBy(open(name).table, field, where))
          return new Map(counted.map(({ value, count }) => [value as string | number, count as number]))
        }),
      ensureIndex: (fields) => reach(() => define(() => open(name).ensureIndex(fields))),
      ensureCounts: (fields) => reach(() => define(() => tallies.ensure(open(name), fields))),
      ensureSearch: (fields) =>
        reach(() =>
          define(() => {
            open(name).search(fields)
            ensureSearchIndex(database, name, fields)
            openVocabulary(database, name)
          }),
        ),
    }
  }

  return {
    soleWriter: true,
    damaged: damage.promise,

    async verify(signal) {
      if (isVerified || path === ':memory:') {
        isVerified = false
        return
      }
      const what = await findDamageInProcess(path, signal)
      if (what !== undefined) found(what)
    },

    collection,

    write: (changes, fence, ahead) =>
      reach(async () => {
        if (ahead && ahead.puts.length > writtenAtOnce) await writeAhead(ahead, changes, fence)
        else {
          settle()
          applyAll(ahead ? [...ahead.puts, ...changes] : changes, fence)
        }
        settle()
      }),

    drop: (name) =>
      reach(() => {
        tables.forget(name)
        define(() => {
          database.exec(`drop table if exists ${tableName(name)}`)
          dropSearchIndex(database, name)
          tallies.drop(name)
        })
      }),

    compact: () =>
      reach(() => {
        settle()
        if (path !== ':memory:') removeDamaged(path) // what was removed is in it too, and it takes the room for the rest
        cutLog(database) // else the log would grow by all of the database at each try
        if (path !== ':memory:') checkRoom(database, path)
        for (const index of searchIndexes(database)) mergeSearchIndex(database, index)
        try {
          database.exec('vacuum')
        } finally {
          cutLog(database) // what was there before stands in it, or what did not fit
        }
      }),

    started() {}, // it is there or not

    async close() {
      await ended()
      close()
    },
  }
}

/** Moves the log into the database. Throws `Unavailable` while another process reads. */
function cutLog(database: DatabaseSync): void {
  const [log] = database.prepare('pragma wal_checkpoint(truncate)').all()
  if (log?.busy !== 0) throw new Unavailable('The document store')
}

/** Throws `NoRoom` where less than twice what a database has in use is free: to rewrite it would take the room of everything else. */
function checkRoom(database: DatabaseSync, path: string): void {
  const read = (name: string) => database.prepare(`pragma ${name}`).get()![name] as number
  const size = (read('page_count') - read('freelist_count')) * read('page_size')
  const { bavail, bsize } = statfsSync(dirname(path))
  const missing = 2 * size - bavail * bsize
  if (missing > 0)
    throw new NoRoom(`${path} can’t be rewritten without what was deleted: ${missing} more bytes are needed`)
}

const remedy =
  'restore a backup (npm run restore), or move the file away: lists are rebuilt from the events, unsent drafts are lost'

/** Up to so many bytes all of it is verified at the start: a tenth of a second. A larger one as a database, and then in a process of its own. */
const verifiedAtStart = 32 * 1024 * 1024

function openDatabase(path: string, say: (line: string) => void): OpenDatabase & { isVerified: boolean } {
  const note = damageNote(path)
  let isVerified = false

  /** Puts a new database in the place of one that is damaged, with what cannot be made from the events. */
  function mend(): void {
    if (isSalvaged(path)) return void replace('the server was killed while replacing it')
    const size = path === ':memory:' ? undefined : statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined && !isLogAlone(path)) return void note.remove()
    if (logStateOf(path) !== 'whole')
      say(
        `${path}-wal: the last changes are incomplete. The power failed, or the file is damaged. Drafts may be older.`,
      )
    isVerified = (size ?? 0) <= verifiedAtStart
    const what = note.read() ?? (isLogAlone(path) ? 'only its log exists' : findDamage(path, !isVerified))
    if (what === undefined) return
    const { saved, lost } = salvage(path)
    const rest = lost > 0 ? `; at least ${lost} could not be read` : ''
    replace(what, ` ${saved} drafts and pending messages were saved${rest}.`)
  }

  function replace(what: string, saved = ''): void {
    note.remove()
    exchange(path)
    say(`DAMAGED: ${path}: ${what}. Lists are rebuilt from the events.${saved} The damaged file is ${path}.damaged.`)
  }

  const opened = openSqlite(path, remedy, setUp, mend)
  return { ...opened, isVerified }
}

function setUp(database: DatabaseSync): void {
  // NORMAL: after a power cut the last commits may be missing, but documents and checkpoint together, so that they
  // are made again from the events. Waiting for the disk here would buy nothing.
  database.exec(`pragma synchronous = normal; ${autocheckpoint}; begin immediate; commit`)
  database.function('seal_of', { deterministic: true }, (id, revision, body) =>
    sealOf(id as string, revision as number, body as string),
  )
  defineSearchWords(database)
}

/** Freezes a value through and through; false where it is not what its JSON says. */
function freezeJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  if (value === null || Object.isFrozen(value)) return true
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const each of Object.values(value)) if (!freezeJson(each)) return false
  Object.freeze(value)
  return true
}
