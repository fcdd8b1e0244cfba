import { type Document, type DocumentStore, everyDocument } from './documents/store.ts'
import type { EventStore } from './events/store.ts'
import { isAsRecorded } from './events/stored-event.ts'
import type { PersonKeys } from './keys/person-keys.ts'

/** The first sound event there was when the documents were begun, and its position. */
type StorePairing = Document & { stream: string; fact: string; position: string }

/**
 * Verifies that the documents were made from these very events: a position of one store means nothing in another. With
 * a checkpoint from elsewhere, read models would stand still, and all of the past would be mailed again. Remembers it
 * the first time. Documents that have come to an event do not go with a store without any.
 */
export async function verifyStorePairing(events: EventStore, documents: DocumentStore): Promise<boolean> {
  const known = await documents.collection<StorePairing>('witnesses').get('first')
  if (known) {
    for await (const event of events.readStored(known.stream)) {
      return String(event.position) === known.position && (event.id === known.fact || !isAsRecorded(event, false))
    }
    return false
  }
  let isEmpty = true
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    const [first] = batch.events
    if (first) {
      const { stream, id: fact, position } = first
      const put: StorePairing = { id: 'first', revision: 0, stream, fact, position: String(position) }
      await documents.write([{ collection: 'witnesses', put }])
      return true
    }
    if (batch.damaged) isEmpty = false
    if (batch.caughtUp) break
  }
  return isEmpty ? !(await haveProgress(documents)) : true
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

/** Whether something in the documents has come to an event. */
async function haveProgress(documents: DocumentStore): Promise<boolean> {
  for (const name of ['checkpoints', 'reactions']) {
    for await (const { event } of everyDocument<Document & { event?: string }>(documents, name)) {
      if (event !== undefined) return true
    }
  }
  return false
}
