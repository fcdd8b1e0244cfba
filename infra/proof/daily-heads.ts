import { atelier } from '#domain/account/account.ts'
import { type DailyHead, type StoreHistory, storeCommands, storeId, stores } from '#domain/store/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { Log } from '#infra/log.ts'
import { isSignedSealing, nextHead } from './daily-head.ts'
import type { Signer } from './signature.ts'

/** How often it is looked whether another day has begun, in milliseconds. */
const everyMs = 10 * 60_000

type Dependencies = {
  events: Pick<EventStore, 'at' | 'everyStored' | 'read'>
  /** A handler that knows what is recorded by now. */
  handler: CommandHandler
  signer: Signer
  log: Pick<Log, 'error' | 'warn'>
  /** The time, in milliseconds since 1970. */
  now(): number
}

const dayOf = (at: number | string) => new Date(at).toISOString().slice(0, 10)

/**
 * Records the head of a day that has begun since the last one, or since the first event. Days that a clock ahead of time has
 * recorded are not waited for.
 */
export async function recordHeadOfDay(
  { events, handler, signer, log, now }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  const day = dayOf(now())
  const before = headBefore((await handler.load(stores, storeId, { current: true })).state, signer)
  const since = before?.day ?? (await firstDay(events))
  if (since === undefined) return
  // The clock may be put back across midnight: a day ahead is waited for.
  const isAhead = since > dayOf(now() + 24 * 60 * 60_000)
  if (since >= day && !isAhead) return
  const head = await nextHead(events, { day, before, signer, signal })
  if (!head) return
  if (isAhead)
    log.warn(`The last fingerprint or the first event is dated ${since}, ahead of the clock. Check the clock.`)
  await handler.handle(storeCommands.recordDailyHead, storeId, head, { by: atelier })
}

/** The head that the next one goes on from: none in a store that this server has made of another one since. */
function headBefore({ head, made }: StoreHistory, { publicKey }: Signer): DailyHead | undefined {
  if (head || !made) return head
  return made.proof?.key === publicKey && isSignedSealing(made) ? undefined : made.replaced
}

/** The day of the first event of all. */
async function firstDay(events: Pick<EventStore, 'at' | 'everyStored'>): Promise<string | undefined> {
  for await (const { position } of events.everyStored()) {
    const first = await events.at(position)
    return first && dayOf(first.at)
  }
  return undefined
}

/** Records the head of each day, as long as the process runs. What fails is tried again the next time. */
export function startDailyHeads(dependencies: Dependencies): { close(): Promise<void> } {
  const { log } = dependencies
  const ending = new AbortController()
  const { signal } = ending
  const record = () =>
    recordHeadOfDay(dependencies, signal).catch((error) => {
      if (!signal.aborted) log.error({ err: error }, 'could not record the daily fingerprint')
    })
  let recording = record()
  const timer = setInterval(() => {
    recording = recording.then(record)
  }, everyMs).unref()
  return {
    async close() {
      ending.abort()
      clearInterval(timer)
      await recording
    },
  }
}
