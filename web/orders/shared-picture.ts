import { type Entry, filesOf, type StoredFile } from '#domain/order/conversation.ts'
import { addressOf, previewOf } from './conversation/preview.ts'

/**
 * The picture behind a link to a file that was shared on the order, in any of its versions; undefined for any other link.
 * The link's host does not matter: the site may have moved since.
 */
export function sharedPicture(link: string, conversation: readonly Entry[]): StoredFile | undefined {
  if (!URL.canParse(link)) return undefined
  const { pathname } = new URL(link)
  return filesOf(conversation)
    .flatMap(({ file, before }) => [file, ...before.map((earlier) => earlier.file)])
    .find((file) => addressOf(file) === pathname && previewOf(file.filename) === 'image')
}
