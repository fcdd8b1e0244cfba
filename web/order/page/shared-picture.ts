import type { Entry, StoredFile } from '#domain/order/conversation.ts'
import { fileBehind } from '#domain/order/design-link.ts'
import { previewOf } from '#web/order/conversation/preview.ts'

/** The picture behind a link to a file that was shared on the order; undefined for any other link. */
export function sharedPicture(link: string, conversation: readonly Entry[]): StoredFile | undefined {
  const file = fileBehind(link, conversation)
  return file && previewOf(file.filename) === 'image' ? file : undefined
}
