import { sharedFileExtensions } from '#domain/order/share-files.ts'
import { hasExtension } from '#domain/template/question.ts'

/** The most a shared file may have, in bytes; the server has the last word. */
export const largestShared = 200 * 1024 * 1024

/** How many files wait in the form at once. */
export const filesAtOnce = 20

/** What the file picker offers. */
export const accepted = sharedFileExtensions.map((extension) => `.${extension}`).join(',')

/** Why a file cannot be shared, or undefined when it can. */
export function problemWith({ name, size }: { name: string; size: number }): string | undefined {
  if (!hasExtension(name, sharedFileExtensions)) return 'This kind of file is not accepted'
  if (size > largestShared) return 'This file is larger than 200 MB'
  return size === 0 ? 'This file is empty' : undefined
}
