import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { tableName } from './sqlite-query.ts'

/** A row of a collection as it is stored. */
export type Row = { id: string; revision: number | bigint; body: string; seal: string | null }

/** The table of a collection; the columns of its fields are added to it. */
export const createTable = (collection: string): string =>
  `create table if not exists ${tableName(collection)} (id text primary key, revision integer not null, body text not null, seal text) strict`

/** A checksum of a document's text, behind the revision it is of: a bit that the disk has changed does not go unnoticed. */
export const sealOf = (id: string, revision: number | bigint, body: string): string =>
  `${revision} ${crc32(body, crc32(id)).toString(16)}`

/**
 * The document of a row, or undefined where the row is not what was written. An older version, to which the operator has gone
 * back, writes documents and no seals: the row has one of an earlier revision then, or none.
 */
export function openSeal<D extends { revision: number }>({ id, revision, body, seal }: Row): D | undefined {
  // A flipped bit may make another type of it.
  if (typeof id !== 'string' || typeof body !== 'string' || (seal !== null && typeof seal !== 'string'))
    return undefined
  const isSealed = seal?.startsWith(`${revision} `)
  if (isSealed && seal !== sealOf(id, revision, body)) return undefined
  const document = parsed<D>(body)
  return document && (isSealed || String(document.revision) === String(revision)) ? document : undefined
}

function parsed<D>(body: string): D | undefined {
  try {
    return JSON.parse(body) as D
  } catch {
    return undefined
  }
}

// A table whose name has another letter is not there, and an empty one would be made in its place: no check of SQLite's
// own notices that. So the `user_version` of the file has a checksum of the schema, and its `application_id` the
// version that it is of. SQLite counts that version at each change, also by an older release; a flipped bit does not.

type Pragma = 'schema_version' | 'user_version' | 'application_id'

const numberOf = (database: DatabaseSync, pragma: Pragma): number =>
  Object.values(database.prepare(`pragma ${pragma}`).get()!)[0] as number

function checksumOf(database: DatabaseSync): number {
  const all = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by name, type').all()
  return crc32(JSON.stringify(all)) | 0 // as SQLite keeps it: 32 bits with a sign
}

/** The fault where the schema is not the original one; undefined when it is, or when its maker noted nothing. */
export function otherSchema(database: DatabaseSync): string | undefined {
  const version = numberOf(database, 'application_id')
  const isNoted = version !== 0 && version === numberOf(database, 'schema_version')
  const isOther = isNoted && numberOf(database, 'user_version') !== checksumOf(database)
  return isOther ? 'its tables are not the ones that were created' : undefined
}

/** Runs what may change the schema, and notes what it is then. */
export function openSchemaSeal(database: DatabaseSync): <T>(change: () => T) => T {
  let noted = numberOf(database, 'application_id')
  return (change) => {
    const result = change()
    const version = numberOf(database, 'schema_version')
    if (version !== noted) {
      const checksum = checksumOf(database)
      database.exec(`begin immediate; pragma user_version = ${checksum}; pragma application_id = ${version}; commit`)
      noted = version
    }
    return result
  }
}
