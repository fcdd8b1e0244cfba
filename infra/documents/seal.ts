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
