import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isFileName } from '#infra/files/store.ts'
import { Misconfigured } from '#infra/misconfigured.ts'

/** The file that makes a folder a backup: it is written last. */
export const manifestName = 'manifest.json'
/** The SHA-256 of every other file, as `sha256sum --check` reads it. */
export const checksumsName = 'checksums.sha256'

/** Where the files are in a data folder, and in a backup of it: those in use, and those that wait to go. */
export const fileFolders = ['files/files', 'files/quarantine'] as const

/** The databases of a data folder, and of a backup of it. */
export const databases = ['events.db', 'documents.db'] as const
/** The secrets that may be kept in a data folder, and in a backup of it. */
export const secrets = ['session.secret', 'session.secret.before', 'vapid.secret'] as const

const manifest = z.object({
  format: z.literal(1),
  /** The version of the product, and of the Node that wrote it. */
  version: z.string(),
  node: z.string(),
  /** The moment it shows. ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  /** How many events in how many streams; `last` is the position of the last one. */
  events: z.object({ count: z.int(), streams: z.int(), last: z.string().regex(/^\d+$/) }),
  /** How many files of how many bytes; absent when they are in a bucket, and not part of it. */
  files: z.object({ count: z.int(), bytes: z.int() }).optional(),
  secrets: z.array(z.enum(secrets)),
  /** The SHA-256 of the file of checksums. */
  checksums: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The folder in a data folder where a restore puts it together: while it is there without events, that is not finished. */
export const restoringName = '.restoring'

/** The content of a backup. */
export type Manifest = z.infer<typeof manifest>

/** Whether something may stand at this path in a backup. */
export const isBackupPath = (path: string): boolean =>
  [...databases, ...secrets].includes(path as (typeof databases)[number]) || isBackupFile(path)

/** Whether it is the path of a file, and of no database or secret. */
export const isBackupFile = (path: string): boolean =>
  fileFolders.some((folder) => path.startsWith(`${folder}/`) && isFileName(path.slice(folder.length + 1)))

export const manifestIn = (folder: string): string => join(folder, manifestName)

/** Reads the content of a folder’s backup. Throws `Misconfigured` when it is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    const why = code === 'ENOENT' ? `${manifestName} is missing` : `${manifestName} can’t be read (${code})`
    throw new Misconfigured(`${folder} is not a backup: ${why}.`)
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new Misconfigured(`This version can’t read the backup in ${folder}.`)
  }
}
