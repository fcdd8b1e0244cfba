import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

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
