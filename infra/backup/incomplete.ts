import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The suffix of folders that are being written, or were when the process was killed. */
export const incomplete = '.incomplete'

/** The beginning of the name of a backup, and of a backup of the keys. */
type Prefix = 'atelier-' | 'atelier-keys-'

/** The name of a backup that is begun at a time (ISO 8601, UTC): names sort by it. */
export const nameAt = (prefix: Prefix, time: string): string => `${prefix}${time.replaceAll(/[:.]/g, '-')}`

/** How long a backup of another process may be at work in a folder that is not this one’s alone, in milliseconds: a day. */
const longestMs = 24 * 60 * 60 * 1_000

/** Removes what a process left that was killed at it. `own`: no other process backs up into the folder. */
export async function removeIncomplete(parent: string, prefix: Prefix, own = false): Promise<void> {
  const latest = nameAt(prefix, new Date(Date.now() - longestMs).toISOString())
  for (const name of await readdir(parent)) {
    const isOfPrefix = name.startsWith(prefix) && /^\d[\dTZ-]+\./.test(name.slice(prefix.length))
    if (!name.endsWith(incomplete) || !(own || (isOfPrefix && name < latest))) continue
    // In a shared folder it may be another user’s to remove.
    await rm(join(parent, name), { recursive: true, force: true }).catch((error) => {
      if (own) throw error
    })
  }
}
