import type { Change, Document } from '#infra/documents/store.ts'
import type { EventStore } from '#infra/events/store.ts'
import { foldEvent, type Projection } from './projection.ts'
import { type SetAside, setAsideCollection } from './set-aside.ts'

/**
 * Folds again what is set aside of a collection, each document from its stream: a version that can fold the event takes
 * it up. Answers the changes for one document at a time, with its id; nothing for one that still cannot be folded.
 */
export async function* takeUp<D extends Document>(
  projection: Projection<D>,
  events: Pick<EventStore, 'read'>,
  notes: ReadonlyMap<string, SetAside>,
): AsyncGenerator<{ document: string; changes: Change[] }> {
  for (const { id, document, stream, collection: of } of notes.values()) {
    try {
      let folded: D | undefined
      for await (const event of events.read(stream)) {
        if (projection.ids(event).includes(document)) folded = foldEvent(projection, folded, event, document)
      }
      const change: Change = folded ? { collection: of, put: folded } : { collection: of, remove: document }
      yield { document, changes: [change, { collection: setAsideCollection, remove: id }] }
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith(`${projection.name} cannot fold`)) throw error
    }
  }
}
