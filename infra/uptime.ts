import { performance } from 'node:perf_hooks'
import type { Document, DocumentStore } from './documents/store.ts'

type Stored = Document & { ms: number }

/** How often it is noted, in milliseconds: so much at most is not counted when a process is killed. */
const saveEveryMs = 10 * 60_000

export type Uptime = Awaited<ReturnType<typeof openUptime>>

/**
 * Counts how long processes have run on these documents in all, in milliseconds, by a clock that no one can set. What must not
 * happen because a clock was put forward waits for this. `elapsed`: milliseconds since anything, never less.
 */
export async function openUptime(documents: DocumentStore, elapsed: () => number = () => performance.now()) {
  const collection = documents.collection<Stored>('witnesses')
  const found = await collection.get('uptime')
  const before = found?.ms ?? 0
  const began = elapsed()
  let revision = found?.revision ?? 0
  const ms = () => before + elapsed() - began
  async function save() {
    const put: Stored = { id: 'uptime', revision: ++revision, ms: ms() }
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
