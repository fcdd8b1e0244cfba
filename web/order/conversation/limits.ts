import { hasExtension, sharedFileExtensions } from '#domain/file.ts'
import { largerThan } from '#web/kit/size.ts'

/** The extensions that the file picker offers. */
export const accepted = sharedFileExtensions.map((extension) => `.${extension}`).join(',')

/** Why a file cannot be shared, or undefined when it can. `largest`: the most it may have, in bytes. */
export function problemWith({ name, size }: { name: string; size: number }, largest: number): string | undefined {
  if (!hasExtension(name, sharedFileExtensions)) return 'This file type isn’t supported'
  if (size > largest) return largerThan(largest)
  return size === 0 ? 'This file is empty' : undefined
}
