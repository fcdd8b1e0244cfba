import type { FileType } from '#domain/order/conversation.ts'
import { Busy, insteadOf } from '#infra/unavailable.ts'
import { createWorkerPool } from '#infra/worker-pool.ts'

/** How much of a file's beginning tells what it is, in bytes. */
export const typeHeadSize = 4_100

type Kind = { type: FileType; contents?: string }

// By extension: what a file is shown as, and which contents (file-type's names) may stand behind the name. Plain text
// has no signature; a zip's inside cannot always be recognised by its beginning.
const table: [string, FileType, string?][] = [
  ['txt md csv log', 'text'],
  ['json xml', 'application'],
  ['svg', 'image'],
  ['jpg jpeg', 'image', 'jpg'],
  ['png', 'image', 'png apng'],
  ['gif', 'image', 'gif'],
  ['webp', 'image', 'webp'],
  ['bmp', 'image', 'bmp'],
  ['ico', 'image', 'ico png'],
  ['tif tiff', 'image', 'tif'],
  ['heic', 'image', 'heic avif'],
  ['pdf', 'application', 'pdf'],
  ['doc xls ppt', 'application', 'cfb'],
  ['docx', 'application', 'docx zip'],
  ['xlsx', 'application', 'xlsx zip'],
  ['pptx', 'application', 'pptx zip'],
  ['odt', 'application', 'odt zip'],
  ['ods', 'application', 'ods zip'],
  ['odp', 'application', 'odp zip'],
  ['epub', 'application', 'epub zip'],
  ['mp4 m4v mov 3gp', 'video', 'mp4 m4v mov 3gp 3g2 f4v'],
  ['webm mkv', 'video', 'webm mkv'],
  ['avi', 'video', 'avi'],
  ['flv', 'video', 'flv'],
  ['wmv', 'video', 'asf'],
  ['ogg oga', 'audio', 'ogg oga ogv ogm ogx opus spx'],
  ['mp3', 'audio', 'mp3'],
  ['wav', 'audio', 'wav'],
  ['m4a alac', 'audio', 'm4a mp4 m4b m4p'],
  ['aac', 'audio', 'aac'],
  ['flac', 'audio', 'flac'],
  ['wma', 'audio', 'asf'],
  ['aiff', 'audio', 'aif'],
]

const kinds = new Map(
  table.flatMap(([extensions, type, contents]) =>
    extensions.split(' ').map((extension): [string, Kind] => [extension, { type, ...(contents ? { contents } : {}) }]),
  ),
)

/** The type that a file of this extension is shown as. */
export const fileTypeOf = (extension: string): FileType => kinds.get(extension)?.type ?? 'application'

/** Whether a file's beginning agrees with its extension; an empty file agrees only where text is expected. */
export async function contentMatches(extension: string, head: Uint8Array): Promise<boolean> {
  const kind = kinds.get(extension)
  if (!kind) return false
  // A start need not wait for the signatures of the world.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (kind.contents !== undefined) return found !== undefined && kind.contents.split(' ').includes(found.ext)
  const encoding = encodingOf(head)
  if (encoding !== 'utf-8') return isReadable(head, encoding)
  // Text may begin as another type does: BMW as a bitmap, GIF as a picture.
  return !head.includes(0) && (!found || found.mime === 'application/xml' || isReadable(head, encoding))
}

/** The encoding that a text's byte order mark names; UTF-8 without one. */
function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-8' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether it is text without control characters, where it ends in the midst of a character too. */
function isReadable(head: Uint8Array, encoding: string): boolean {
  try {
    return !/(?!\s)\p{Cc}/u.test(new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }))
  } catch {
    return false
  }
}

/** How wide and high a picture is seen, in pixels. */
export type PictureSize = { width: number; height: number }

/** How much of a picture's beginning is looked at, in bytes: a photograph has a smaller one of itself before its size. */
const pictureHeadSize = 256 * 1024

const pool = createWorkerPool<Uint8Array, PictureSize | undefined>(new URL('./measure-picture.ts', import.meta.url), {
  ...{ atOnce: 1, waiting: 100, timeMs: 5_000, memory: 32 },
})

/** The size of a picture by its beginning; undefined where that does not say, or there is no time to find out. */
const sizeOf = (head: Uint8Array, sender: string): Promise<PictureSize | undefined> =>
  pool.run(sender, head).catch(insteadOf((error) => error instanceof Busy, undefined))

/**
 * Passes the content of a picture on as it comes, and tells its size once so much has gone by that it can be known.
 * Senders take turns: `sender` is the id of the one whose picture it is.
 */
export async function* measured(
  content: AsyncIterable<Buffer>,
  sender: string,
  measured: (size: PictureSize) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = []
  let length = 0
  let next = 1024
  const look = async () => {
    const size = head && (await sizeOf(Buffer.concat(head), sender))
    if (size) measured(size)
    if (size || length >= pictureHeadSize) head = undefined
  }
  for await (const chunk of content) {
    head?.push(chunk)
    length += chunk.length
    if (head && length >= next) {
      next = 2 * length // however small the pieces are, it is put together a few times only
      await look()
    }
    yield chunk
  }
  await look()
}
