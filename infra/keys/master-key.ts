import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { Misconfigured } from '../misconfigured.ts'
import { loadOrCreateSecret, readSecret } from '../secret.ts'
import { secretFor } from './key-ids.ts'
import { createWrapping, type Wrapping } from './wrapping.ts'

/** The file of the key folder that the master key is in, when it is no setting. */
export const masterKeyName = 'master.key'

const masterKeyBytes = 32

/** The 32 bytes of a master key that is written as base64 or hexadecimal; undefined when it is not. */
export function parseMasterKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = Buffer.from(text, 'base64')
  return /^[\w+/-]{43}=?$/.test(text) && bytes.length === masterKeyBytes ? bytes : undefined
}

export type MasterKeySource = {
  /** The key folder. */
  folder: string
  /** The setting MASTER_KEY, which wins over the file. */
  masterKey?: string | undefined
}

/** A value that was wrapped when the key store was made: it opens by the same master key only. */
type Proof = { wrapped: Uint8Array } | undefined

const about = 'proof'
const remedy = 'put back the one they were made with (the setting MASTER_KEY, or the file master.key of the key folder)'

/**
 * The wrapping by the master key: that of the setting, or of the file, which is made when there are no keys yet. `proof` is
 * what the key store has of it, `keep` puts it there the first time. Throws `Misconfigured` when it is not the one that the
 * keys are wrapped by.
 */
export async function wrappingOf(
  { folder, masterKey }: MasterKeySource,
  proof: Proof,
  keep: (wrapped: Buffer) => Promise<Proof> | Proof,
): Promise<Wrapping> {
  const text = masterKey ?? (await (proof ? readSecret(folder, masterKeyName) : makeMasterKey(folder)))
  if (text === undefined) {
    throw new Misconfigured(
      `The keys of personal data are there, and ${join(folder, masterKeyName)} is not: ${remedy}.`,
    )
  }
  const bytes = parseMasterKey(text.trim())
  if (!bytes) {
    const where = masterKey === undefined ? join(folder, masterKeyName) : 'MASTER_KEY'
    throw new Misconfigured(`${where} must be 32 bytes, as base64 or hexadecimal.`)
  }
  const wrapping = createWrapping(bytes)
  // Of several processes that begin a store at once one is first: its proof is what counts.
  const kept = proof ?? (await keep(wrapping.wrap(bytes.subarray(0, 0), about)))
  try {
    wrapping.unwrap(kept!.wrapped, about)
  } catch {
    throw new Misconfigured(`This master key is not the one that the keys of personal data are wrapped by: ${remedy}.`)
  }
  return wrapping
}

/** Makes the folder for its owner's eyes only. Throws `Misconfigured`. */
export async function makeKeyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code, message, errno }: NodeJS.ErrnoException) => {
    const reason = code === 'EEXIST' || errno === undefined ? message : getSystemErrorMessage(errno)
    throw new Misconfigured(`KEYS_DIR cannot be used: ${reason}, ${folder}.`)
  })
}

async function makeMasterKey(folder: string): Promise<string> {
  await makeKeyFolder(folder)
  return loadOrCreateSecret(folder, masterKeyName)
}

/** The text of a secret of the installation, as it was wrapped. Throws `Misconfigured` where it does not open. */
export function unwrapSecret(wrapping: Wrapping, name: string, wrapped: Uint8Array): string {
  try {
    return wrapping.unwrap(wrapped, secretFor(name)).toString()
  } catch {
    throw new Misconfigured(
      `The secret “${name}” that is kept with the keys is damaged: put the latest backup of the keys in their place.`,
    )
  }
}

/** What is said where keys are to be moved to others. */
export const hasOwnKeys = (where: string) =>
  new Misconfigured(`There are other keys in ${where} already: name an empty place for those that are moved.`)
