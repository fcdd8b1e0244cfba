import { randomUUID } from 'node:crypto'
import type { Document, DocumentStore } from './documents/store.ts'

type Epoch = Document & { epoch: string }

const epochOf = (documents: DocumentStore) => documents.collection<Epoch>('witnesses').get('epoch')

/**
 * The id of the event store's past: another one once that is not what it was, as after an older copy was put back. What a
 * page knows under one epoch means nothing under another.
 */
export async function storeEpoch(documents: DocumentStore): Promise<string> {
  const known = await epochOf(documents)
  return known ? known.epoch : renewEpoch(documents)
}

/** Begins another epoch, and answers it: where several processes do so at once, the one that is kept. */
export async function renewEpoch(documents: DocumentStore): Promise<string> {
  const put: Epoch = { id: 'epoch', revision: ((await epochOf(documents))?.revision ?? 0) + 1, epoch: randomUUID() }
  await documents.write([{ collection: 'witnesses', put }])
  return (await epochOf(documents))!.epoch
}

/** How often it is looked at, in milliseconds. */
const watchEveryMs = 5_000

/** Calls once when there is another epoch than this, until the returned function is called. */
export function watchEpoch(documents: DocumentStore, epoch: string, onOther: () => void): () => void {
  const timer = setInterval(async () => {
    const now = await epochOf(documents).catch(() => undefined) // away: the next time, then
    if (now === undefined || now.epoch === epoch) return
    clearInterval(timer)
    onOther()
  }, watchEveryMs).unref()
  return () => clearInterval(timer)
}
