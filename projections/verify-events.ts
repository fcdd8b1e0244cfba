import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { DamagedKey, type PersonKeys } from '#infra/keys/person-keys.ts'
import type { Log } from '#infra/log.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'

/** How often all of them are verified, in milliseconds. */
const everyMs = 24 * 60 * 60 * 1_000
/** How long others have their turn between two pages of events, in milliseconds. */
const pauseMs = 10

/**
 * Verifies all events, documents and keys at the start and every day, in the background, so that damage is known
 * (`/readyz`) before anyone meets it. What fails is tried again the next day. Of events and documents only what is in files of this process's own: servers verify theirs.
 */
export function startVerifying(
  events: Pick<EventStore, 'soleWriter' | 'follow'>,
  documents: Pick<DocumentStore, 'verify'>,
  keys: Pick<PersonKeys, 'verify' | 'damaged'>,
  log: Pick<Log, 'error'>,
): { close(): Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending

  async function verify(): Promise<void> {
    if (!events.soleWriter) return
    // What is damaged the store takes note of as it hands out the rest.
    for await (const { caughtUp } of events.follow(0n, signal)) {
      if (caughtUp) return
      await pause(pauseMs, undefined, { signal })
    }
  }

  async function verifyKeys(): Promise<void> {
    const before = new Set(keys.damaged)
    await retryWhileUnavailable(() => keys.verify(), signal)
    for (const person of keys.damaged) if (!before.has(person)) log.error({ person }, new DamagedKey(person).message)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      for (const each of [() => documents.verify(signal), verifyKeys, verify]) {
        await each().catch((error) => {
          if (!signal.aborted) log.error({ err: error }, 'could not verify events, documents or keys')
        })
      }
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {}) // it ends
    }
  }

  const running = run()
  return {
    async close() {
      ending.abort()
      await running
    },
  }
}
