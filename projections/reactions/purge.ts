import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Reaction } from './reaction.ts'

const day = 24 * 60 * 60 * 1000
/** How long a deleted file's content is kept, in milliseconds: a deletion may have been a mistake. */
export const retentionMs = 30 * day

/**
 * Moves the content of a deleted file, all its versions, into quarantine thirty days after; what goes by no clock removes
 * it from there (`../sweep.ts`). That it was there stays an event.
 */
export const purgeReaction = ({ files }: { files: Pick<FileStore, 'quarantine'> }): Reaction<string> => ({
  name: 'purge',
  fromFirst: true,
  plan(event: Recorded) {
    if (idIn(orders, event.stream) === undefined) return undefined
    const { type, data, id, at } = event as Recorded<OrderEvent>
    if (type !== 'FileDeleted') return undefined
    const due = Date.parse(at) + retentionMs
    return { tasks: data.files.map(({ filename }) => ({ id: `${id} ${filename}`, due, work: filename })) }
  },
  async perform(filenames) {
    for (const filename of filenames) await files.quarantine.take(filename)
  },
})
