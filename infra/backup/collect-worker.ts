import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { CommandError } from '#infra/control/ask-server.ts'
import { openSqliteSnapshot } from '#infra/events/sqlite-snapshot.ts'
import { verifyStore } from '#infra/events/verify.ts'
import { type Collection, type Contents, collect } from './collect.ts'

/**
 * The answer of the thread: what it collected, with a sentence for each damage of the events, or the message of a
 * `CommandError`.
 */
export type Collected = (Contents & { damagedEvents: string[] }) | { refused: string }

/** Verifies the copy of the events as an audit does. It is there all the same: it may be the only one. */
async function damageIn(folder: string): Promise<string[]> {
  const store = openSqliteSnapshot(join(folder, 'events.db'))
  const found: string[] = []
  const damage = (each: Error | string) => void found.push(typeof each === 'string' ? each : `${each.message}.`)
  await verifyStore(store, { damage, progress() {} }).finally(() => store.close())
  return found
}

// In a thread of its own: reading gigabytes to hash them would hold up those who work meanwhile.
const wanted = workerData as Collection
const collected = await collect(wanted).then(
  async (contents): Promise<Collected> => ({ ...contents, damagedEvents: await damageIn(wanted.folder) }),
  (error): Collected => {
    if (error instanceof CommandError) return { refused: error.message }
    throw error
  },
)
parentPort!.postMessage(collected)
