import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Unavailable } from '#infra/unavailable.ts'

/** The stored documents are not those that were written. Sent as 503: they are made again. */
export class DamagedDocuments extends Unavailable {
  override name = 'DamagedDocuments'
  constructor() {
    super('The document store')
    this.message = 'The lists are damaged and are being rebuilt. Please try again in a moment.'
  }
}

/** Busy, locked, an I/O error, a full disk: nothing that is wrong with what was asked, or with what is stored. */
export const isTransient = (error: unknown): boolean =>
  [5, 6, 10, 13].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** Not allowed, busy, locked, read-only, an I/O error, a full disk, cannot be opened: all else that SQLite says is of the file. */
export const isOfTheSystem = (error: unknown): boolean =>
  [3, 5, 6, 8, 10, 13, 14, 23].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/**
 * A note beside the database that it is damaged, and how: the next start acts on it, also where it would not find it by
 * itself.
 */
export function damageNote(path: string) {
  const file = `${path}.suspect`
  return {
    read: (): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
    write(what: string): void {
      try {
        writeFileSync(file, what, { mode: 0o600 })
      } catch {
        // A full disk, say: then the next start has to find it by itself.
      }
    },
    remove: () => rmSync(file, { force: true }),
  }
}
