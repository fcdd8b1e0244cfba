import { randomUUID } from 'node:crypto'
import type { Document, DocumentStore } from './documents/store.ts'

type Epoch = Document & { epoch: string }

const epochOf = (documents: DocumentStore) => documents.collection<Epoch>('witnesses').get('epoch')

/**
 * The id of the event store's past: another one once the history is not what it was, as after an older copy was put back. What a
 * page knows under one epoch means nothing under another.
 */
export async function storeEpoch(documents: DocumentStore): Promise<string> {
  // Of several processes that find none, the first to write begins it: what another one has begun is not renewed here.
  return (await epochOf(documents))?.epoch ?? begin(documents, 1)
}

/** Begins another epoch, and answers it: where several processes do so at once, the one that is kept. */
export const renewEpoch = async (documents: DocumentStore): Promise<string> =>
  begin(documents, ((await epochOf(documents))?.revision ?? 0) + 1)

/** Begins an epoch. Of two with the same revision the store keeps the first. */
async function begin(documents: DocumentStore, revision: number): Promise<string> {
  const put: Epoch = { id: 'epoch', revision, epoch: randomUUID() }
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
