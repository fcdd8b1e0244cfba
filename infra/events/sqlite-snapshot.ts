import { DatabaseSync } from 'node:sqlite'
import { sealingsIn, storedIn } from './sqlite-schema.ts'
import type { EventStore } from './store.ts'

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
  const { readStored, everyStored, heads } = storedIn(database)
  return {
    sealed: true,
    ...{ readStored, everyStored, heads },
    end: async () => last,
    sealings: () => sealingsIn(database),
    close: async () => database.close(),
  }
}
