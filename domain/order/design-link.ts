import { type Entry, filesOf, type StoredFile } from './conversation.ts'

/** Whether a link leads to Figma: its host is looked at whole, since one may begin with Figma's name and be another's. */
export function isFigmaLink(link: string): boolean {
  const url = URL.parse(link)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  return url.hostname === 'figma.com' || url.hostname === 'www.figma.com'
}

/** Where a Figma link is shown within a page; undefined for a link to anywhere else. */
export const figmaFrame = (link: string): string | undefined =>
  isFigmaLink(link) ? `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(link)}` : undefined

/** Where a stored file is, to be shown. */
export const fileUrl = ({ filename }: { filename: string }): string => `/uploads/${encodeURIComponent(filename)}`

/** Whether a link leads to a stored file, on whichever host. */
export const isUpload = (link: string): boolean => URL.parse(link)?.pathname.startsWith('/uploads/') === true

/**
 * The file behind a link to one that was shared on the order, in any of its versions; undefined for any other link. The
 * link's host does not matter: the site may have moved since.
 */
export function fileBehind(link: string, conversation: readonly Entry[]): StoredFile | undefined {
  const pathname = URL.parse(link)?.pathname
  return filesOf(conversation)
    .flatMap(({ file, before }) => [file, ...before.map((earlier) => earlier.file)])
    .find((file) => fileUrl(file) === pathname)
}
