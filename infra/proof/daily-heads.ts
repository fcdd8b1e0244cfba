import { createHash } from 'node:crypto'
import { atelier } from '#domain/account/account.ts'
import { type DailyHead, type Sealing, type StoreHistory, storeCommands, storeId, stores } from '#domain/store/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import { type EventStore, eventAt } from '#infra/events/store.ts'
import { hashOf, noHash, type StoredEvent } from '#infra/events/stored-event.ts'
import type { Log } from '#infra/log.ts'
import { isSigned, type Signer } from './signature.ts'

/** An event from before there were hashes stands in it by its content alone. */
const ownHash = (event: StoredEvent) => event.hash ?? hashOf(noHash, event)

/**
 * The hash of a day's head, event by event. It is the SHA-256 of `atelier-day-1,`, the hash of the head before (nothing
 * for the first), and the hashes of all events since in their order. Each is in hexadecimal, with nothing between.
 */
export function dayHash(before: string) {
  const hash = createHash('sha256').update(`atelier-day-1,${before}`)
  return {
    add: (event: StoredEvent) => void hash.update(ownHash(event)),
    digest: () => hash.copy().digest('hex'),
  }
}

type Unsigned = Omit<DailyHead, 'key' | 'signature'>

/** The signed text of a head. */
const signedText = ({ day, events, hash }: Unsigned) => `atelier-day-1\n${day}\n${events}\n${hash}`

/** Whether a head was signed by the holder of the key that it names. */
export const isSignedHead = (head: DailyHead): boolean => isSigned(signedText(head), head)

/** The signed text where a store is made of another one, `recorded` events into it. */
const sealingText = (events: number, recorded: number) => `atelier-sealed-1\n${events}\n${recorded}`

/** Whether what says that a store was made of another one was signed by the holder of the key that it names. */
export const isSignedSealing = ({ events, proof }: Sealing): boolean =>
  proof !== undefined && isSigned(sealingText(events, proof.recorded), proof)

/** The record of a move that has sealed so many events, in a store that has `recorded` by then. */
export const signedSealing = (events: number, recorded: number, signer: Signer): Sealing => ({
  events,
  proof: { recorded, key: signer.publicKey, signature: signer.sign(sealingText(events, recorded)) },
})

/** Whether an event stands where it stood. It need not be readable for that: its fingerprint is of what is stored. */
async function stillStands({ everyStored }: Pick<EventStore, 'everyStored'>, { id, position }: DailyHead['last']) {
  for await (const there of everyStored(BigInt(position) - 1n))
    return there.id === id && String(there.position) === position
  return false
}

type HeadOptions = { day: string; before?: DailyHead | undefined; signer: Signer; signal?: AbortSignal }

/**
 * The head of all events that there are, going on from the one before; undefined where there is none after it. It reads what
 * was recorded since, or all where the events stand at other positions than they did, as in another store. Rejects with the
 * signal's reason when that is aborted.
 */
export async function nextHead(
  store: Pick<EventStore, 'everyStored'>,
  { day, before, signer, signal }: HeadOptions,
): Promise<DailyHead | undefined> {
  const known = before && (await stillStands(store, before.last))
  let events = known ? before.events : 0
  let last: DailyHead['last'] | undefined
  const hash = dayHash(before?.hash ?? '')
  for await (const event of store.everyStored(known ? BigInt(before.last.position) : 0n)) {
    signal?.throwIfAborted()
    if (++events <= (before?.events ?? 0)) continue
    hash.add(event)
    last = { id: event.id, position: String(event.position) }
  }
  if (!last) return undefined
  const head = { day, events, last, hash: hash.digest() }
  return { ...head, key: signer.publicKey, signature: signer.sign(signedText(head)) }
}

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

/** The day of the first event of all that can be read. */
async function firstDay(events: Pick<EventStore, 'at' | 'everyStored'>): Promise<string | undefined> {
  for await (const { position } of events.everyStored()) {
    const first = await eventAt(events, position)
    if (first) return dayOf(first.at)
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
