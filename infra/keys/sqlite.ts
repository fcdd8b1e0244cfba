import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { Misconfigured } from '#infra/misconfigured.ts'
import { inPages } from '#infra/slices.ts'
import { faultIn, openSqlite, refuseDamagedLog, refuseFault } from '#infra/sqlite.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { createKeyCache } from './key-cache.ts'
import {
  hasOwnKeys,
  type MasterKey,
  type MasterKeySource,
  makeKeyFolder,
  openMasterKey,
  unwrapSecret,
} from './master-key.ts'
import { type PersonKey, type PersonKeys, type Tombstone, unlessDamaged } from './person-keys.ts'
import { newKeyId, newStoreName, secretFor, wrappedFor } from './wrapping.ts'

const remedy = 'restore the key backup'

/** The database of a key folder. */
export const keysName = 'keys.db'

const schema = `
  create table if not exists stores (
    id    integer primary key check (id = 1),
    name  text not null,
    proof blob not null
  ) strict;
  create table if not exists keys (
    person  text primary key,
    id      text not null unique,
    wrapped blob not null
  ) strict;
  create table if not exists tombstones (
    person text primary key,
    at     text not null
  ) strict;
  create table if not exists secrets (
    name    text primary key,
    wrapped blob not null
  ) strict`

type Row = { person: string; id: string; wrapped: Uint8Array; rowid: number }

/** How many rows are read at once where all are. */
const pageSize = 500

/**
 * The keys in a folder of their own, in a file that this process alone has open. What is destroyed is overwritten in it, and
 * is not left in the log beside it. Throws `Misconfigured`.
 */
export async function openSqliteKeys(source: MasterKeySource, now: () => number = Date.now): Promise<PersonKeys> {
  await makeKeyFolder(source.folder)
  const path = join(source.folder, keysName)
  const setUp = (database: DatabaseSync) => {
    database.exec('pragma synchronous = full; pragma secure_delete = on')
    database.exec(`begin immediate; ${schema}; commit`)
    refuseFault(faultLeftIn(database), path, remedy)
  }
  const { database, close } = openSqlite(path, remedy, setUp, () => refuseDamagedLog(path, remedy))
  try {
    return await keysIn(database, source, now, close)
  } catch (error) {
    close()
    throw sayingFault(path, error)
  }
}

/**
 * The fault of the file that is left once damaged indexes are made anew. By them a key would not be found, or a start
 * would wait for keys that seem to be away. The rows that they are made from are verified as they are read.
 */
function faultLeftIn(database: DatabaseSync): string | undefined {
  const fault = faultIn(database, 'integrity_check')
  if (fault === undefined) return undefined
  try {
    database.exec('reindex')
    return faultIn(database, 'integrity_check')
  } catch {
    return fault // more than indexes is damaged
  }
}

/** SQLite's codes of a file that is not as it was written: a statement that its tables do not fit, a damaged page, no database. */
const damageCodes = [1, 11, 26]

/** The error message for a failure that comes of the file: it is damaged, or cannot be had. Any other failure as it is. */
function sayingFault(path: string, error: unknown): unknown {
  const { errcode, message } = error as Error & { errcode?: number }
  if (errcode === undefined) return error
  return damageCodes.includes(errcode) ? damaged(path) : new Misconfigured(`${path} cannot be opened: ${message}.`)
}

const damaged = (path: string) => new Misconfigured(`${path} is damaged or not a database: ${remedy}.`)

/**
 * The keys of a folder as they are now, read-only, also while a server has them open. Undefined where there are none,
 * or only those of a version without secrets. Throws `Misconfigured` where they cannot be opened.
 */
export async function openSqliteKeysBeside(source: MasterKeySource): Promise<PersonKeys | undefined> {
  const path = join(source.folder, keysName)
  if (!existsSync(path)) return undefined
  const database = new DatabaseSync(path, { readOnly: true, open: false })
  try {
    database.open()
    const isOfNow = database.prepare("select 1 from sqlite_schema where name = 'secrets'").get() !== undefined
    if (isOfNow) return await keysIn(database, source, Date.now, () => database.close(), { readOnly: true })
  } catch (error) {
    if (database.isOpen) database.close()
    throw sayingFault(path, error)
  }
  database.close()
  return undefined
}

/**
 * Wraps everything anew: all of it or nothing, however it ends. What it was wrapped by before is overwritten in the file; what
 * is damaged stays as it is.
 */
function rewrap(database: DatabaseSync, { rewrapped, proof }: MasterKey): void {
  const anew = (wrapped: Uint8Array, associatedData: string) => rewrapped(wrapped, associatedData) ?? wrapped
  database.exec('begin immediate')
  try {
    const setKey = database.prepare('update keys set wrapped = ? where person = ?')
    for (const row of database.prepare('select person, id, wrapped from keys').all() as Row[]) {
      setKey.run(anew(row.wrapped, wrappedFor(row)), row.person)
    }
    const setSecret = database.prepare('update secrets set wrapped = ? where name = ?')
    for (const { name, wrapped } of database.prepare('select name, wrapped from secrets').all()) {
      setSecret.run(anew(wrapped as Uint8Array, secretFor(name as string)), name!)
    }
    database.prepare('update stores set proof = ?').run(proof())
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
  database.exec('pragma wal_checkpoint(truncate)')
}

/** The statements, each prepared once. */
function statementsOf(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    counted: prepare('select count(*) as count from keys'),
    page: prepare(`select rowid, person, id, wrapped from keys where rowid > ? order by rowid limit ${pageSize}`),
    ofPerson: prepare('select person, id, wrapped from keys where person = ?'),
    byId: prepare('select person, id, wrapped from keys where id = ?'),
    insert: prepare('insert into keys (person, id, wrapped) values (?, ?, ?)'),
    takeKey: prepare(
      `insert into keys (person, id, wrapped) values (?, ?, ?)
       on conflict (person) do update set id = excluded.id, wrapped = excluded.wrapped`,
    ),
    remove: prepare('delete from keys where person = ?'),
    bury: prepare('insert into tombstones values (?, ?) on conflict do update set at = excluded.at'),
    tombstone: prepare('select at from tombstones where person = ?'),
    tombstones: prepare(`select person, at from tombstones where person > ? order by person limit ${pageSize}`),
    initialize: prepare('insert or ignore into secrets values (?, ?)'),
    replace: prepare('insert or replace into secrets values (?, ?)'),
    named: prepare('select wrapped from secrets where name = ?'),
    everyName: prepare('select name, wrapped from secrets'),
  }
}

/** What wraps the keys: by the master key that the store was begun with, or is wrapped anew for. A new store is begun here. */
async function openWrapping(database: DatabaseSync, source: MasterKeySource, readOnly: boolean) {
  const proven = database.prepare('select proof as wrapped from stores')
  const begin = database.prepare('insert into stores (id, name, proof) values (1, ?, ?)')
  const master = await openMasterKey(
    source,
    () => proven.get() as { wrapped: Uint8Array } | undefined,
    (wrapped) => {
      begin.run(newStoreName(), wrapped)
      return { wrapped }
    },
  )
  if (master.isRotating && !readOnly) rewrap(database, master)
  if (!readOnly) await master.done()
  return master.wrapping
}

async function keysIn(
  database: DatabaseSync,
  source: MasterKeySource,
  now: () => number,
  close: () => void,
  { readOnly = false } = {},
): Promise<PersonKeys> {
  const wrapping = await openWrapping(database, source, readOnly)
  let name = database.prepare('select name from stores').get()!.name as string
  const rename = database.prepare('update stores set name = ?')
  const statements = statementsOf(database)
  const { counted, page, ofPerson, byId, insert, takeKey, remove, bury, tombstone, tombstones } = statements
  const { initialize, replace, named, everyName } = statements
  // Or a damaged page of them, or of their index, would come to light where a start takes it for a store that is away.
  named.get('')
  for (const row of everyName.all()) if (!named.get(row.name!)) throw damaged(join(source.folder, keysName))
  const cache = createKeyCache()

  /** Runs work. Throws `Unavailable` where the system refuses (a full disk, say): the caller tries again. */
  function reach<T>(work: () => T): T {
    if (!database.isOpen) throw new Unavailable('The key store')
    try {
      return work()
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('rollback')
      throw 'errcode' in (error as object) ? new Unavailable('The key store', error) : error
    }
  }

  const remember = (row: Row, since?: number) => cache.open(wrapping, row, since)

  /** Every row of a key, in the order in which they were made: by what a flipped bit does not change. */
  const everyRow = () => inPages(pageSize, (last?: Row) => reach(() => page.all(last?.rowid ?? 0) as Row[]))

  function makeKey(person: string): PersonKey {
    const key = { id: newKeyId(name), secret: randomBytes(32) }
    insert.run(person, key.id, wrapping.wrap(key.secret, wrappedFor({ id: key.id, person })))
    cache.add(person, key)
    return key
  }

  return {
    get name() {
      return name
    },

    ...cache.cachedLookups(wrapping, {
      findOrMake: async (person) =>
        reach(() => {
          const row = ofPerson.get(person) as Row | undefined
          return row ? remember(row) : makeKey(person)
        }),
      find: async (ids) => reach(() => ids.flatMap((id) => (byId.get(id) as Row | undefined) ?? [])),
    }),

    async destroy(person) {
      return reach(() => {
        cache.forget(person)
        let at = tombstone.get(person)?.at as string | undefined
        if (at === undefined || ofPerson.get(person)) {
          at = new Date(now()).toISOString()
          database.exec('begin immediate')
          bury.run(person, at)
          remove.run(person)
          database.exec('commit')
        }
        // The former pages are in the log until it is cut. A caller that gets `Unavailable` tries again, which cuts it.
        const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
        if (busy) throw new Unavailable('The key store')
        return at
      })
    },

    isDestroyed: async (person) => reach(() => tombstone.get(person) !== undefined),

    async *destroyed() {
      const next = (last?: Tombstone) => reach(() => tombstones.all(last?.person ?? '') as Tombstone[])
      for await (const { person, at } of inPages(pageSize, next)) yield { person, at }
    },

    async secret(name, initial) {
      return reach(() => {
        if (!named.get(name)) initialize.run(name, wrapping.wrap(Buffer.from(initial), secretFor(name)))
        return unwrapSecret(wrapping, name, named.get(name)!.wrapped as Uint8Array)
      })
    },

    async secrets() {
      const rows = reach(() => everyName.all() as { name: string; wrapped: Uint8Array }[])
      return new Map(rows.map(({ name, wrapped }) => [name, unwrapSecret(wrapping, name, wrapped)]))
    },

    async *everyKey() {
      const since = cache.forgotten()
      for await (const row of everyRow()) yield { person: row.person, ...remember(row, since) }
    },

    damaged: cache.damaged,

    async verify() {
      const since = cache.forgotten()
      for await (const row of everyRow()) {
        unlessDamaged(() => remember(row, since))
        if (row.rowid % 200 === 0) await turn()
      }
    },

    async takeOver(from) {
      if (name !== from.name && reach(() => counted.get()!.count) !== 0) throw hasOwnKeys(source.folder)
      reach(() => rename.run(from.name))
      name = from.name
      const gone = new Map((await Array.fromAsync(from.destroyed())).map(({ person, at }) => [person, at]))
      for (const [person, at] of gone) {
        reach(() => bury.run(person, at))
        cache.forget(person)
      }
      for (const [name, secret] of await from.secrets()) {
        reach(() => replace.run(name, wrapping.wrap(Buffer.from(secret), secretFor(name))))
      }
      for await (const { person, id, secret } of from.everyKey()) {
        reach(() => takeKey.run(person, id, wrapping.wrap(secret, wrappedFor({ id, person }))))
        gone.delete(person)
      }
      // Destroyed there since they were taken over.
      for (const person of gone.keys()) reach(() => remove.run(person))
    },

    forget: cache.forget,
    forgotten: cache.forgotten,

    async close() {
      close()
    },
  }
}
