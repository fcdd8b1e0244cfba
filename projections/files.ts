import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import type { FileAnswer } from '#domain/template/question.ts'
import type { Document } from '#infra/documents/store.ts'
import type { Projection, ReadModel } from './projection.ts'

/** To whom a stored file belongs. Its id is the name it is stored under. */
export type OwnedFile = Document & { orderId: string; clientId: string; originalName: string }

/** Every file that an order names. */
export const ownedFiles: Projection<OwnedFile> = {
  name: 'files',
  version: 1,
  indexes: [],
  ids: (event) => filesIn(event).map(({ filename }) => filename),
  evolve(file, event, id) {
    // A file belongs to the order that named it first: naming it again elsewhere gives nobody access.
    if (file) return file
    const { data, stream, revision } = event as Extract<Recorded<OrderEvent>, { type: 'OrderOpened' }>
    const { originalName } = filesIn(event).find(({ filename }) => filename === id)!
    return { id, revision, orderId: idIn(orders, stream)!, clientId: data.clientId, originalName }
  },
}

/** To whom a file belongs; undefined when no order names it. */
export const fileOf = ({ collection }: Pick<ReadModel<OwnedFile>, 'collection'>, filename: string) =>
  collection.get(filename)

/** Every file that a fact of an order names, wherever in it that is. */
function filesIn({ stream, data }: Recorded): FileAnswer[] {
  return idIn(orders, stream) === undefined ? [] : filesWithin(data)
}

function filesWithin(value: unknown): FileAnswer[] {
  if (typeof value !== 'object' || value === null) return []
  if ('filename' in value && 'originalName' in value) return [value as FileAnswer]
  return Object.values(value).flatMap(filesWithin)
}
