import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { erasedFilename } from '#domain/order/conversation.ts'
import type { FileAnswer } from '#domain/questionnaire/question.ts'
import type { Document } from '#infra/documents/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Projection, ReadModel } from '#projections/projection.ts'

/** How long a deleted file's content is kept, in milliseconds: a deletion may have been a mistake. */
export const retentionMs = 30 * 24 * 60 * 60 * 1000

/** The order that a stored file belongs to. Its id is the name it is stored under. */
export type OwnedFile = Document & {
  orderId: string
  originalName: string
  /** Under which id it was shared; absent for the file of an answer. */
  sharedAs?: string
  /** The sender: a person's id. */
  by: string
  /** The size in bytes; absent for the file of an answer of before 2026-11-23. */
  size?: number
  deletedAt?: string
}

/** Every file that an order names. */
export const ownedFiles: Projection<OwnedFile> = {
  name: 'files',
  version: 3,
  indexes: [['sharedAs', 'revision'], ['by'], ['orderId']],
  removedBy: ['ClientErased'],
  ids: (event) => erasedFiles(event) ?? filesIn(event).map(({ filename }) => filename),
  evolve(file, event, id) {
    // Of a file that belongs to another order too, that one says what becomes of it.
    if (erasedFiles(event)) return file?.orderId === idIn(orders, event.stream) ? undefined : file
    // A file belongs to the order that named it first: naming it again elsewhere gives no access.
    if (file) return event.type === 'FileDeleted' ? { ...file, revision: event.revision, deletedAt: event.at } : file
    const { originalName, size } = filesIn(event).find(({ filename }) => filename === id)!
    const sharedAs = shareIdOf(event as Recorded<OrderEvent>)
    return {
      id,
      revision: event.revision,
      orderId: idIn(orders, event.stream)!,
      originalName,
      by: event.by.id,
      ...(size === undefined ? {} : { size }),
      ...(sharedAs ? { sharedAs } : {}),
    }
  },
}

/** Under which id the file of an event was shared, if it was. */
export function shareIdOf({ type, data, id }: Recorded<OrderEvent>): string | undefined {
  if (type === 'FileShared') return id
  return type === 'FileReplaced' ? data.id : undefined
}

type Files = Pick<ReadModel<OwnedFile>, 'collection'>
export type OwnedFiles = Pick<ReadModel<OwnedFile>, 'collection' | 'reached'>

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

/** How many files are read at a time. */
const pageSize = 500

/**
 * How many bytes all files take that a person has sent: deleted ones as well, until their content is removed. `now` in
 * milliseconds since 1970.
 */
export async function bytesSentBy(
  { collection }: Files,
  personId: string,
  store: Pick<FileStore, 'stat'>,
  now: number,
): Promise<number> {
  let sum = 0
  let after: string | undefined
  do {
    const page = await collection.find({ where: { by: personId }, limit: pageSize, ...(after ? { after } : {}) })
    const stored = page.documents.filter(
      ({ deletedAt }) => deletedAt === undefined || Date.parse(deletedAt) + retentionMs > now,
    )
    const sizes = await Promise.all(stored.map(async ({ id, size }) => size ?? (await store.stat(id))?.size ?? 0))
    for (const size of sizes) sum += size
    after = page.next
  } while (after !== undefined)
  return sum
}

/** The files that go with a client who is erased, if an event says that one is. */
function erasedFiles(event: Recorded): readonly string[] | undefined {
  const { type, data, stream } = event as Recorded<OrderEvent>
  return type === 'ClientErased' && idIn(orders, stream) !== undefined ? data.files : undefined
}

/**
 * The files that go by an event, by their stored names: deleted ones, and those of a client who is erased. Undefined of every
 * other event.
 */
export function removedFiles(event: Recorded): readonly string[] | undefined {
  const { type, data, stream } = event as Recorded<OrderEvent>
  if (type !== 'FileDeleted' || idIn(orders, stream) === undefined) return erasedFiles(event)
  return data.files.map(({ filename }) => filename)
}

/** Every file that an event of an order names. */
const filesIn = ({ stream, data }: Recorded): FileAnswer[] =>
  idIn(orders, stream) === undefined ? [] : filesWithin(data).filter(({ filename }) => filename !== erasedFilename)

/** Every file that is named anywhere within, so that a new event with a file needs nothing here. */
export function filesWithin(value: unknown): FileAnswer[] {
  if (typeof value !== 'object' || value === null) return []
  if ('filename' in value && 'originalName' in value) return [value as FileAnswer]
  return Object.values(value).flatMap(filesWithin)
}
