import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import type { FileAnswer } from '#domain/template/question.ts'
import type { Document } from '#infra/documents/store.ts'
import type { Projection, ReadModel } from '../projection.ts'

/** To which order a stored file belongs. Its id is the name it is stored under. */
export type OwnedFile = Document & {
  orderId: string
  originalName: string
  /** Under which id it was shared; absent for the file of an answer. */
  sharedAs?: string
}

/** Every file that an order names. */
export const ownedFiles: Projection<OwnedFile> = {
  name: 'files',
  version: 2,
  indexes: [['sharedAs', 'revision']],
  ids: (event) => filesIn(event).map(({ filename }) => filename),
  evolve(file, event, id) {
    // A file belongs to the order that named it first: naming it again elsewhere gives no access.
    if (file) return file
    const { originalName } = filesIn(event).find(({ filename }) => filename === id)!
    const sharedAs = shareIdOf(event as Recorded<OrderEvent>)
    return {
      id,
      revision: event.revision,
      orderId: idIn(orders, event.stream)!,
      originalName,
      ...(sharedAs ? { sharedAs } : {}),
    }
  },
}

function shareIdOf({ type, data, id }: Recorded<OrderEvent>): string | undefined {
  if (type === 'FileShared') return id
  return type === 'FileReplaced' ? data.id : undefined
}

type Files = Pick<ReadModel<OwnedFile>, 'collection'>

/** To which order a file belongs; undefined when none names it. */
export const fileOf = ({ collection }: Files, filename: string) => collection.get(filename)

/** A file that was shared under this id, in any of its versions. */
export const sharedAs = async ({ collection }: Files, id: string): Promise<OwnedFile | undefined> =>
  (await collection.find({ where: { sharedAs: id }, limit: 1 })).documents[0]

/** The version of a shared file that was its latest before a revision of its order. */
export const versionBefore = async (
  { collection }: Files,
  id: string,
  revision: number,
): Promise<OwnedFile | undefined> =>
  (
    await collection.find({
      where: { sharedAs: id, revision: { lt: revision } },
      sort: [['revision', 'desc']],
      limit: 1,
    })
  ).documents[0]

/** Every file that an event of an order names. */
const filesIn = ({ stream, data }: Recorded): FileAnswer[] =>
  idIn(orders, stream) === undefined ? [] : filesWithin(data)

/** Every file that is named anywhere within, so that a new event with a file needs nothing here. */
export function filesWithin(value: unknown): FileAnswer[] {
  if (typeof value !== 'object' || value === null) return []
  if ('filename' in value && 'originalName' in value) return [value as FileAnswer]
  return Object.values(value).flatMap(filesWithin)
}
