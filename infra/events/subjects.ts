import { LRUCache } from 'lru-cache'
import type { Event, NewEvent, Recorded } from '#domain/event.ts'
import { isKnownByFirstEvent, subjectOf } from '#domain/personal-data.ts'
import type { SealedEvent, SealedPart } from './codec.ts'
import type { EventStore } from './store.ts'
import type { EncodedEvent } from './stored-event.ts'

/** Of how many orders it is remembered whose they are. */
const rememberedStreams = 10_000

export type Subjects = ReturnType<typeof createSubjects>

/** Says whom the streams of a store are about: of an order, that stands in its first event, and is not sealed. */
export function createSubjects(store: Pick<EventStore, 'readStored'>) {
  /** Empty where the first event of a stream names nobody. */
  const subjects = new LRUCache<string, string>({ max: rememberedStreams })

  async function firstIn(stream: string): Promise<Event | undefined> {
    for await (const event of store.readStored(stream)) return asGiven(event)
    return undefined
  }

  /** Whom a stream is about; `first` is its first event where that is not stored yet. Undefined where it is about nobody. */
  async function subjectIn(stream: string, event: Pick<NewEvent, 'by'>, first?: Event): Promise<string | undefined> {
    if (!isKnownByFirstEvent(stream)) return subjectOf(stream, event, undefined)
    const known = subjects.get(stream)
    if (known !== undefined) return known || undefined
    const firstEvent = first ?? (await firstIn(stream))
    const subject = subjectOf(stream, event, firstEvent)
    // An append that begins a stream may fail: another one may begin it.
    if (subject !== undefined || (firstEvent && !first)) subjects.set(stream, subject ?? '')
    return subject
  }

  return {
    subjectIn,

    /** Remembers whose an order is as its first event passes, so that it need not be asked for. */
    learn({ stream, revision, by, type, data }: Recorded): void {
      if (revision !== 0 || !isKnownByFirstEvent(stream)) return
      const subject = subjectOf(stream, { by }, { type, data })
      if (subject !== undefined) subjects.set(stream, subject)
    },

    /** Whose data is in a part of an event: of who did it where many events share it, else of whom the stream is about. */
    ownerOf: async (event: SealedEvent<Recorded>, { id }: SealedPart): Promise<string> =>
      (id === undefined ? await subjectIn(event.stream, event) : undefined) ?? event.by.id,
  }
}

/** An event with what of its data is not sealed. */
export const asGiven = (event: NewEvent | EncodedEvent): Event =>
  'content' in event ? { type: event.type, data: JSON.parse(event.content).data } : event
