import type { DailyHead } from '#domain/store/store.ts'
import { beginning, verifyNext } from '../events/chain.ts'
import type { EventStore } from '../events/store.ts'
import type { Signer } from './signature.ts'

/** What is signed of an exported history. */
export type HistoryManifest = {
  format: 'atelier-history-1'
  stream: string
  /** How many events it has, and the hash of the last one: it stands for all before it. */
  events: number
  hash: string
  /** How many of them are from before there were hashes. */
  unsealed: number
  /** ISO 8601, UTC. */
  exportedAt: string
  /** Where it was exported from, without a trailing slash. */
  from: string
  /** The latest head of a day by then. */
  dailyHead?: DailyHead | undefined
}

type About = Pick<HistoryManifest, 'from' | 'exportedAt' | 'dailyHead'> & { signer: Signer }

/**
 * A stream's events with their proof, in lines of JSON: one `{revision, id, type, content, previous, hash}` for each event,
 * the content byte for byte as it is stored, and at the end `{manifest, key, signature}`, of which the manifest is the
 * JSON text that was signed (`HistoryManifest`). `web/public/verify-history.mjs` verifies it. Throws `DamagedEvent` in
 * place of an event that is not what was recorded. Nothing where there is no such stream.
 */
export async function* historyProof(
  store: Pick<EventStore, 'readStored' | 'sealed'>,
  stream: string,
  { signer, ...about }: About,
): AsyncGenerator<string> {
  let link = beginning
  let unsealed = 0
  for await (const event of store.readStored(stream)) {
    const { revision, id, type, content } = event
    link = verifyNext(event, link, store.sealed)
    if (event.hash === undefined) unsealed++
    yield `${JSON.stringify({ revision, id, type, content, previous: link.previous, hash: link.hash })}\n`
  }
  if (link.revision < 0) return
  const events = { stream, events: link.revision + 1, hash: link.hash!, unsealed }
  const manifest = JSON.stringify({ format: 'atelier-history-1', ...events, ...about } satisfies HistoryManifest)
  yield `${JSON.stringify({ manifest, key: signer.publicKey, signature: signer.sign(manifest) })}\n`
}
