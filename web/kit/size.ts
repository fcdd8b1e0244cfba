const megabyte = 1024 * 1024

/** A size in bytes for people: `1 kB`, `2.4 MB`, `25 MB`. */
export const sizeInWords = (bytes: number): string =>
  bytes < megabyte
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / megabyte).toFixed(1).replace('.0', '')} MB`

/** The error message for a file that is larger than so many bytes. */
export const largerThan = (bytes: number): string => `This file is too large. The limit is ${sizeInWords(bytes)}.`
