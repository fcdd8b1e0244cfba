import { refuseWithoutEvents, requireEvents } from '#infra/data-folder.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { nameOfProcess, takeLease } from '#infra/lease.ts'
import { openLog } from '#infra/log.ts'
import { openStores } from '#infra/open.ts'
import { runProgram } from '#infra/program.ts'
import { readSettings } from '#infra/settings.ts'
import { everyProjection } from './all.ts'
import { follow } from './follow.ts'

/**
 * Builds each read model again from the first event, beside the one in use, and exchanges it when it is done. No other
 * process may be writing read models meanwhile: the documents are those of a lease. Rejects when an event cannot be
 * folded: that read model and those after it then are as they were.
 */
export async function rebuild(events: EventStore, documents: DocumentStore): Promise<void> {
  for (const projection of everyProjection) {
    const ending = new AbortController()
    const options = { events, documents, signal: ending.signal, onError: () => {}, rebuild: true }
    const { caughtUp, stopped } = await follow(projection, options)
    try {
      await caughtUp
    } finally {
      ending.abort()
      await stopped
    }
  }
}

if (import.meta.main) {
  await runProgram(async (env) => {
    const log = openLog()
    const settings = readSettings(env)
    if (!settings.eventStoreUrl) await refuseWithoutEvents(settings)
    requireEvents(settings, 'Nothing to rebuild')
    const stores = await openStores(settings, { rotate: false }) // servers may be running
    for (const line of stores.lines) console.log(line)
    try {
      // The process that maintains the read models ends, and waits until this is done.
      const lease = await takeLease(stores.documents, { name: `npm run rebuild, ${nameOfProcess()}`, log, force: true })
      await rebuild(stores.events, lease.documents).finally(lease.release)
    } finally {
      await stores.close()
    }
    console.log('The read models are rebuilt.')
  })
}
