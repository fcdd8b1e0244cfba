import { createHash } from 'node:crypto'
import { NotFound } from '#domain/command.ts'
import type { DailyHead } from '#domain/store/store.ts'
import { partKey } from '#infra/events/sealing.ts'
import type { EventStore } from '#infra/events/store.ts'
import { beginning, decode, field, isSealed, type StoredEvent, verifyNext } from '#infra/events/stored-event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import type { Signer } from './signature.ts'

/** The signed part of an exported history. */
type HistoryManifest = {
  /** Before sealed parts were shared by events it was 1. */
  format: 'atelier-history-2'
  stream: string
  /** How many events it has, and the hash of the last one: it stands for all before it. */
  events: number
  hash: string
  /** How many of them are from before there were hashes. */
  unsealed: number
  /** The SHA-256 of the keys of each line, so that none can be taken out unseen. Exports before 2026-11-29 lack it. */
  keysHash: string
  /** ISO 8601, UTC. */
  exportedAt: string
  /** Where it was exported from, without a trailing slash. */
  from: string
  /** The latest head of a day by then. */
  dailyHead?: DailyHead | undefined
}

type About = Pick<HistoryManifest, 'from' | 'exportedAt' | 'dailyHead'> & { signer: Signer }

/**
 * A stream's events with their proof, a line of JSON each: `{revision, id, type, content, previous, hash}`. The content
 * is byte for byte as stored. Where personal data in it is sealed, `keys` has what opens this one event, in base64, by
 * the id of each key that still exists. At the end `{manifest, key, signature}`, of which the manifest is the JSON text
 * that was signed (`HistoryManifest`). `web/public/verify-history.mjs` verifies it. Throws `DamagedEvent` in place of
 * an event that is not what was recorded, and `NotFound` where there is no such stream.
 */
export async function* historyProof(
  store: Pick<EventStore, 'readStored' | 'sealed'>,
  people: Pick<PersonKeys, 'keysById'>,
  stream: string,
  { signer, ...about }: About,
): AsyncGenerator<string> {
  let link = beginning
  let unsealed = 0
  const allKeys = createHash('sha256')
  for await (const event of store.readStored(stream)) {
    const { revision, id, type, content } = event
    link = verifyNext(event, link, store.sealed)
    if (event.hash === undefined) unsealed++
    const keys = await eventKeys(event, people)
    allKeys.update(field(JSON.stringify(keys ?? {})))
    yield `${JSON.stringify({ revision, id, type, content, previous: link.previous, hash: link.hash, keys })}\n`
  }
  if (link.revision < 0) throw new NotFound('This project doesn’t exist')
  const events = { stream, events: link.revision + 1, hash: link.hash!, unsealed, keysHash: allKeys.digest('hex') }
  const manifest = JSON.stringify({ format: 'atelier-history-2', ...events, ...about } satisfies HistoryManifest)
  yield `${JSON.stringify({ manifest, key: signer.publicKey, signature: signer.sign(manifest) })}\n`
}

/** Returns the keys of the sealed parts of one event, by id; none where no part is sealed. */
async function eventKeys(
  event: StoredEvent,
  people: Pick<PersonKeys, 'keysById'>,
): Promise<Record<string, string> | undefined> {
  const decoded = decode(event)
  if (!isSealed(decoded)) return undefined
  const secrets = await people.keysById(decoded.sealed.map(({ key }) => key))
  const opening = decoded.sealed.flatMap((part) => {
    const secret = secrets.get(part.key)
    return secret ? [[part.key, partKey(secret, part, event).toString('base64')]] : []
  })
  return Object.fromEntries(opening)
}
