import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Recorded } from '#domain/event.ts'
import type { Sample } from '#domain/testing.ts'
import { openSqliteDocuments } from '#infra/documents/sqlite.ts'
import type { Change, DocumentStore } from '#infra/documents/store.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import type { EventStore } from '#infra/events/store.ts'

/** Stores of its own for one test, in a folder that goes with it. `reopen` is what a new process would find. */
export async function testStores() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-projections-'))
  const open = () => ({
    events: openSqliteEvents(join(folder, 'events.db'), () => {}),
    documents: openSqliteDocuments(join(folder, 'documents.db')),
  })
  let stores = open()
  const close = async () => {
    await stores.events.close()
    await stores.documents.close()
  }
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true })
  })
  /** The view of a new process, after something was done to the files. */
  const reopenAfter = async (work = async () => {}) => {
    await close()
    await work()
    stores = open()
    return stores
  }
  return {
    ...stores,
    reopen: () => reopenAfter(),
    /** Remembers the events as they are, for `putBack`; the stores are opened again. */
    copyEvents: () => reopenAfter(() => copyFile(join(folder, 'events.db'), join(folder, 'copy.db'))),
    /** The view of a new process after someone did something to the file of the events. */
    edited: (sql: string) =>
      reopenAfter(async () => {
        const database = new DatabaseSync(join(folder, 'events.db'))
        database.exec(sql)
        database.close()
      }),
    /** The view of a new process after the copy of the events was put in the place of later ones. */
    putBack: () => reopenAfter(() => copyFile(join(folder, 'copy.db'), join(folder, 'events.db'))),
  }
}

/** Records sample events at the end of a stream. Answers the last one. */
export async function record(events: EventStore, stream: string, ...samples: Sample[]): Promise<Recorded> {
  let revision = -1
  for await (const event of events.read(stream)) revision = event.revision
  const recorded = await events.append(
    stream,
    revision,
    samples.map((sample) => ({ ...sample, id: randomUUID() })),
  )
  return recorded.at(-1)!
}

/** The same store, with a guard that sees each write first, and may delay it or let it fail. */
export const guarded = (documents: DocumentStore, guard: (changes: readonly Change[]) => unknown): DocumentStore => ({
  ...documents,
  async write(changes, fence, ahead) {
    await guard([...(ahead?.puts ?? []), ...changes])
    await documents.write(changes, fence, ahead)
  },
})

/** A clock that stands still until it is advanced. */
export function testClock(start = '2026-11-16T09:00:00.000Z') {
  let now = Date.parse(start)
  const calls = new Set<{ time: number; call(): void }>()
  return {
    now: () => now,
    at(time: number, call: () => void) {
      const entry = { time, call }
      calls.add(entry)
      return () => void calls.delete(entry)
    },
    advance(milliseconds: number) {
      now += milliseconds
      for (const entry of calls) {
        if (entry.time > now) continue
        calls.delete(entry)
        entry.call()
      }
    },
  }
}
