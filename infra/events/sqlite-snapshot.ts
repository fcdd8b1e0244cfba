import { DatabaseSync } from 'node:sqlite'
import { fromRow, type StoredRow, sealingsIn, storedColumns } from './sqlite-schema.ts'
import type { EventStore } from './store.ts'
import type { Head } from './stored-event.ts'

const pageSize = 500

/** The parts of a store that its verification needs. */
export type VerifiableStore = Pick<
  EventStore,
  'sealed' | 'readStored' | 'everyStored' | 'heads' | 'end' | 'sealings' | 'close'
>

/**
 * The events of a file as they are at this moment, while the process that has it open goes on writing: it is not held up.
 * Its log of recent changes grows until this is closed.
 */
export function openSqliteSnapshot(path: string): VerifiableStore {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('begin')
  const last = BigInt(database.prepare('select last from sealed').get()!.last as number)
  const inStream = database.prepare(
    `select ${storedColumns} from events where stream = ? and revision > ? order by revision limit ?`,
  )
  const inStore = database.prepare(`select ${storedColumns} from events where position > ? order by position limit ?`)
  const heads = database.prepare(
    'select stream, revision, lower(hex(hash)) as hash from heads where stream = coalesce(?, stream) order by stream',
  )
  return {
    sealed: true,
    async *readStored(stream) {
      for (let after = -1, rows = pageSize; rows === pageSize; ) {
        const events = (inStream.all(stream, after, pageSize) as StoredRow[]).map(fromRow)
        yield* events
        rows = events.length
        after = events.at(-1)?.revision ?? after
      }
    },
    async *everyStored(after = 0n) {
      for (let at = after, rows = pageSize; rows === pageSize; ) {
        const events = (inStore.all(at, pageSize) as StoredRow[]).map(fromRow)
        yield* events
        rows = events.length
        at = events.at(-1)?.position ?? at
      }
    },
    async *heads(stream) {
      yield* heads.iterate(stream ?? null) as Iterable<Head>
    },
    end: async () => last,
    sealings: () => sealingsIn(database),
    close: async () => database.close(),
  }
}
