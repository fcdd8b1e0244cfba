import type { Entry, StoredFile } from '#domain/order/conversation.ts'
import { fileBehind, fileUrl } from '#domain/order/design-link.ts'

/** How a file is shown in its place. */
export type Preview = 'image' | 'video' | 'audio' | 'pdf' | 'text'

/** What the pages of a file get that is opened in its place. `onFailure` is the same function as long as they are there. */
export type FilePagesProps = { file: StoredFile; caption: string; onFailure(): void }

const extensionsOf: Record<Preview, string> = {
  image: 'jpg jpeg png gif webp bmp ico',
  video: 'mp4 webm mov m4v',
  audio: 'ogg oga mp3 wav m4a aac flac',
  pdf: 'pdf',
  text: 'txt md csv log json xml docx odt xlsx ods pptx odp',
}

const byExtension = new Map(
  (Object.entries(extensionsOf) as [Preview, string][]).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind] as const),
  ),
)

/** How a file of this name can be shown; undefined for what no browser can show. */
export const previewOf = (name: string): Preview | undefined =>
  byExtension.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')

/** Where a stored file is, to be saved. */
export const downloadUrl = (file: { filename: string }): string => `${fileUrl(file)}?download=true`

/** The picture behind a link to a file that was shared on the order; undefined for any other link. */
export function sharedPicture(link: string, conversation: readonly Entry[]): StoredFile | undefined {
  const file = fileBehind(link, conversation)
  return file && previewOf(file.filename) === 'image' ? file : undefined
}
