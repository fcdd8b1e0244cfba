const megabyte = 1024 * 1024

/** A size in bytes for people: `1 kB`, `2.4 MB`, `25 MB`. */
export const sizeInWords = (bytes: number): string =>
  bytes < megabyte
    ? `${bytes && Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / megabyte).toFixed(1).replace('.0', '')} MB`

/** The error message for a file that is empty, or larger than `largest`; both in bytes. */
export function sizeProblem(size: number, largest: number): string | undefined {
  if (size > largest) return `This file is too large. The limit is ${sizeInWords(largest)}.`
  return size === 0 ? 'This file is empty' : undefined
}
