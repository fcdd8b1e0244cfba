import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settle } from './files/store.ts'

/** 32 random bytes, as text. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Whether two texts are the same, in a time that says nothing of where they differ. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** A secret kept in a file of the data folder, or undefined when there is none. */
export const readSecret = (dataDir: string, name: string): Promise<string | undefined> =>
  readFile(join(dataDir, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

/**
 * A secret in a file of the data folder that its owner alone can read. It is made at first use, and again where the
 * file is not `isWhole`.
 */
export async function loadOrCreateSecret(
  dataDir: string,
  name: string,
  { make = newSecret, isWhole = (secret: string) => secret !== '' } = {},
): Promise<string> {
  const saved = await readSecret(dataDir, name)
  if (saved !== undefined && isWhole(saved)) return saved
  const secret = make()
  await writeSecret(dataDir, name, secret)
  return secret
}

/** Puts a secret in a file of the data folder, in the place of another one: whole, or not at all, and durably. */
export async function writeSecret(dataDir: string, name: string, secret: string): Promise<void> {
  const path = join(dataDir, name)
  await writeFile(`${path}.new`, secret, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  await settle(dataDir)
}
