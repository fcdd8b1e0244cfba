import { isDeepStrictEqual } from 'node:util'
import { type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { everyProjection } from './all.ts'
import { liveGeneration } from './generations.ts'
import { foldEvent, type Projection } from './projection.ts'

/**
 * Where the read models differ from what the events say up to their checkpoints, a line each; none when all is well.
 * Folds in memory, and reads only. No process may write read models meanwhile.
 */
export async function readModelDifferences(events: EventStore, documents: DocumentStore): Promise<string[]> {
  const lines: string[] = []
  for (const projection of everyProjection) {
    const live = await liveGeneration(projection.name, documents)
    const saved = live ? await documentsIn(documents, live.collection) : new Map<string, Document>()
    const fresh = await foldedUpTo(live?.position ?? 0n, projection, events)
    for (const id of new Set([...fresh.keys(), ...saved.keys()])) {
      if (isDeepStrictEqual(saved.get(id), fresh.get(id))) continue
      lines.push(`${projection.name} ${id} is ${JSON.stringify(saved.get(id))}, not ${JSON.stringify(fresh.get(id))}`)
    }
  }
  return lines
}

async function documentsIn(documents: DocumentStore, collection: string): Promise<Map<string, Document>> {
  const saved = new Map<string, Document>()
  for await (const document of everyDocument(documents, collection)) saved.set(document.id, document)
  return saved
}

async function foldedUpTo(end: bigint, projection: Projection<Document>, events: EventStore) {
  const documents = new Map<string, Document>()
  const aside = new Set<string>()
  const ending = new AbortController()
  for await (const batch of events.follow(0n, ending.signal)) {
    for (const event of batch.events) {
      if (event.position > end) continue
      for (const id of projection.ids(event)) {
        if (aside.has(id)) continue
        try {
          const document = foldEvent(projection, documents.get(id), event, id)
          if (document) documents.set(id, document)
          else documents.delete(id)
        } catch {
          aside.add(id) // its document stays as it was
        }
      }
    }
    if (batch.caughtUp || (batch.events.at(-1)?.position ?? 0n) >= end) ending.abort()
  }
  return documents
}
