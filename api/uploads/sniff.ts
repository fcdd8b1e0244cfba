import type { FileType } from '#domain/order/conversation.ts'

/** How much of a file's beginning tells what it is, in bytes. */
export const headSize = 4_100

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

/** The extension of a file's name: lower case, without the dot, empty when there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

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
