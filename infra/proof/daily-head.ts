import { createHash } from 'node:crypto'
import type { DailyHead, Sealing } from '#domain/store/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { hashOf, noHash, type StoredEvent } from '#infra/events/stored-event.ts'
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

/**
 * The head of all events that there are, going on from the one before; undefined where there is none after it. It reads what
 * was recorded since, or all where the events stand at other positions than they did, as in another store. Rejects with the
 * signal's reason when that is aborted.
 */
export async function nextHead(
  store: Pick<EventStore, 'at' | 'everyStored'>,
  {
    day,
    before,
    signer,
    signal,
  }: { day: string; before?: DailyHead | undefined; signer: Signer; signal?: AbortSignal },
): Promise<DailyHead | undefined> {
  const known = before && (await store.at(BigInt(before.last.position)))?.id === before.last.id
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
