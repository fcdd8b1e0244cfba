import type { Document, DocumentStore } from './documents/store.ts'
import { beginning, verifyNext } from './events/chain.ts'
import type { EventStore } from './events/store.ts'
import type { StoredEvent } from './events/stored-event.ts'
import type { PersonKeys } from './keys/person-keys.ts'

/** The first event there was when the documents were begun, and its position. */
type StorePairing = Document & { stream: string; fact: string; position: string }

/**
 * Verifies that the documents were made from these very events: a position of one store means nothing in another, and
 * what has a checkpoint from elsewhere would stand still, or mail all of the past again. Remembers it the first time.
 */
export async function verifyStorePairing(events: EventStore, documents: DocumentStore): Promise<boolean> {
  const known = await documents.collection<StorePairing>('witnesses').get('first')
  if (known) {
    for await (const event of events.readStored(known.stream)) {
      return String(event.position) === known.position && (event.id === known.fact || isDamaged(event))
    }
    return false
  }
  const first = await firstOf(events)
  if (first) {
    const put: StorePairing = {
      id: 'first',
      revision: 0,
      stream: first.stream,
      fact: first.id,
      position: String(first.position),
    }
    await documents.write([{ collection: 'witnesses', put }])
  }
  return true
}

type KeyPairing = Document & { name: string }

/** Verifies that the keys are those that were there when the documents were begun. Remembers them as soon as there are events. */
export async function verifyKeyPairing(
  { name }: PersonKeys,
  events: EventStore,
  documents: DocumentStore,
): Promise<boolean> {
  const known = await documents.collection<KeyPairing>('witnesses').get('keys')
  if (known) return known.name === name
  if ((await events.end()) === 0n) return true
  const put: KeyPairing = { id: 'keys', revision: 0, name }
  await documents.write([{ collection: 'witnesses', put }])
  return true
}

/** Whether the first event of a stream is not what was recorded: then its id may be another one, too. */
function isDamaged(event: StoredEvent): boolean {
  try {
    verifyNext(event, beginning, false)
    return false
  } catch {
    return true
  }
}

async function firstOf(events: EventStore) {
  const ending = new AbortController()
  for await (const batch of events.follow(0n, ending.signal)) {
    if (batch.events.length > 0 || batch.caughtUp) return batch.events[0]
  }
  return undefined
}
