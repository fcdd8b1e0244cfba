import { resolve } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { AddressBook } from '#infra/address-book.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import { DamagedKey, type PersonKeys } from '#infra/keys/person-keys.ts'
import type { Log } from '#infra/log.ts'
import { agencyMail } from '#infra/mail/mailer.ts'
import { outboxIn } from '#infra/mail/outbox.ts'
import { openOutboundChannels } from '#infra/open.ts'
import { startDailyHeads } from '#infra/proof/daily-heads.ts'
import { createSigner } from '#infra/proof/signature.ts'
import { filePlaceWarnings, pushKeyWarnings, type ServerSecrets } from '#infra/server-secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import { replayErasures } from './account/replay-erasures.ts'
import type { Projections } from './all.ts'
import { startReactions } from './reactions/all.ts'
import { startSweeping } from './sweep.ts'

type Sources = {
  settings: Settings
  events: EventStore
  documents: DocumentStore
  /** A handler that knows what is recorded by now. */
  handler: CommandHandler
  log: Log
  /** The time, in milliseconds since 1970. */
  now(): number
}

/** Opens what mails and pushes leave by, and logs what an operator should know of secrets and files. */
export async function openSending(parts: Sources & { secrets: Pick<ServerSecrets, 'warnings'> }) {
  const { settings, documents, handler, secrets, log } = parts
  const channels = await openOutboundChannels(settings)
  const warnings = [
    ...secrets.warnings,
    ...(await pushKeyWarnings(documents, channels.pusher.publicKey)),
    ...(await filePlaceWarnings(documents, settings.s3)),
  ]
  for (const warning of warnings) log.warn(warning)
  return { ...channels, ...agencyMail(channels.mailer, handler), warnings }
}

type Dependencies = Sources &
  Pick<Awaited<ReturnType<typeof openSending>>, 'mailer' | 'compose' | 'pusher'> & {
    files: FileStore
    /** The files that this process received itself. */
    received: ReadonlySet<string>
    keys: PersonKeys
    addresses: AddressBook
    projections: Projections
    /** The secret of the installation. */
    secret: string
  }

/**
 * The work that one process at a time does beside requests. It erases again whom a restored backup has brought back, sweeps files,
 * verifies events, records the head of each day, and performs reactions.
 */
export function createBackground(parts: Dependencies) {
  const { settings, events, documents, projections, keys, handler, secret, log, now } = parts
  const outbox = settings.mail?.smtpUrl ? undefined : outboxIn(resolve(settings.dataDir))

  return {
    /**
     * Erases again whom a restored backup has brought back: this comes before anything is answered. A full disk waits for its
     * operator: then it resolves, and goes on until there is room.
     */
    async prepare(signal: AbortSignal): Promise<void> {
      const full = Promise.withResolvers<void>()
      const replay = () =>
        replayErasures({ ...parts, outbox }).catch((error) => {
          if (error instanceof Unavailable && error.isFull) full.resolve()
          throw error
        })
      const replayed = retryWhileUnavailable(replay, signal, (err) => {
        if (!err.isFull) log.warn({ err }, 'the server starts once it can check that deleted people are still deleted')
      })
      void full.promise.then(() => {
        log.warn('people whom a restore brought back are deleted again once the disk has room')
        replayed.catch(
          (err) => signal.aborted || log.error({ err }, 'could not delete people whom a restore brought back'),
        )
      })
      await Promise.race([replayed, full.promise])
    },

    /** Begins with the rest. `url`: for links; `lastSeen`: when a person had an order's page open. */
    async start(url: string, lastSeen: (personId: string, orderId: string) => number) {
      const endSweeping = await startSweeping({ ...parts, model: projections.files }, log)
      // One thing a turn of the event loop: others have theirs between them.
      await turn()
      const verifying = startVerifying(events, documents, keys, log)
      await turn()
      const dailyHeads = startDailyHeads({ events, handler, signer: createSigner(secret), log, now })
      const reactions = await startReactions({ ...parts, url, lastSeen, outbox })
      return {
        settled: reactions.settled,
        // At once, and none after another one: what waits for lists that are being made would wait until they are.
        close: () => Promise.all([reactions.close(), endSweeping(), verifying.close(), dailyHeads.close()]),
      }
    },
  }
}

/** How often all events, documents and keys are verified, in milliseconds. */
const verifyEveryMs = 24 * 60 * 60 * 1_000
/** How long others have their turn between two pages of events, in milliseconds. */
const pagePauseMs = 10

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
      await pause(pagePauseMs, undefined, { signal })
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
      await pause(verifyEveryMs, undefined, { signal, ref: false }).catch(() => {}) // it ends
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
