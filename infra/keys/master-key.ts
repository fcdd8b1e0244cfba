import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { settle } from '#infra/files/store.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { makeFolder } from '#infra/private-files.ts'
import { loadOrCreateSecret, readSecret } from '#infra/secret.ts'
import { createWrapping, secretFor, type Wrapping } from './wrapping.ts'

/** The file of the key folder that the master key is in, when it is no setting. */
export const masterKeyName = 'master.key'

/** A new master key that takes the place of that file once the keys are wrapped by it. */
const nextMasterKeyName = 'master.key.next'

/** The files of the key folder that a backup of the keys has: the second one where a rotation was killed. */
export const masterKeyNames = [masterKeyName, nextMasterKeyName]

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
  /** The setting MASTER_KEY_BEFORE: what the keys were wrapped by, while that is changed. */
  masterKeyBefore?: string | undefined
}

/** The keys are wrapped by another master key than the one that there is, or there is none. */
export class WrongMasterKey extends Misconfigured {}

/** A value that was wrapped when the key store was made: it opens by the same master key only. */
type Proof = { wrapped: Uint8Array } | undefined

const proofData = 'proof'
const remedy = 'put back the one that created them (the setting MASTER_KEY, or the file master.key in the key folder)'

/** The wrapping of keys, and the work left where the master key is being rotated. */
export type MasterKey = {
  wrapping: Wrapping
  /** Whether keys are wrapped by the former master key yet: all of them are to be wrapped anew, the proof last. */
  isRotating: boolean
  /** Whether this proof is of the master key that wraps here: what is wrapped by another one, others cannot open. */
  isInForce(proof: Proof): boolean
  /** Whether what the former master key has wrapped opens too. */
  opensFormer: boolean
  /** The same secret, wrapped by the master key of now; undefined where it is already, or is damaged. */
  rewrapped(wrapped: Uint8Array, associatedData: string): Buffer | undefined
  /** The proof of the master key that is in force from now on. */
  proof(): Buffer
  /** Ends a rotation, once everything is wrapped by the new key. */
  done(): Promise<void>
}

/**
 * The master key: that of the setting, or of the file, which is made when there are no keys yet. `readProof` answers what the
 * key store has of it, `keep` puts it there the first time. A rotation that has begun is gone on with: what the former key
 * has wrapped still opens. Without `rotate` that one goes on wrapping: servers beside may open no other. Throws
 * `WrongMasterKey` when it is not the one that the keys are wrapped by.
 */
export async function openMasterKey(
  source: MasterKeySource,
  readProof: () => Promise<Proof> | Proof,
  keep: (wrapped: Buffer) => Promise<Proof> | Proof,
  { rotate = true } = {},
): Promise<MasterKey> {
  const { folder, masterKey } = source
  const next = masterKey === undefined ? await readSecret(folder, nextMasterKeyName) : undefined
  const [before, where] =
    next === undefined
      ? [source.masterKeyBefore, 'MASTER_KEY_BEFORE']
      : [await readSecret(folder, masterKeyName), join(folder, masterKeyName)]
  const path = join(folder, next === undefined ? masterKeyName : nextMasterKeyName)
  const proof = await readProof() // after the files: another process may end the rotation meanwhile
  if (!proof) await makeKeyFolder(folder)
  const inFile = proof ? readSecret : loadOrCreateSecret
  const text = masterKey ?? next ?? (await inFile(folder, masterKeyName))
  if (text === undefined) {
    throw new WrongMasterKey(`The personal data keys exist, but ${path} is missing: ${remedy}.`)
  }
  const current = wrappingBy(text, masterKey === undefined ? path : 'MASTER_KEY')
  const former = before === undefined ? undefined : wrappingBy(before, where)
  // Of several processes that begin a store at once one is first: its proof is what counts.
  const storedProof = proof ?? (await keep(current.wrap(noBytes, proofData)))
  const isRotating = !opens(current, storedProof)
  if (isRotating && !(former && opens(former, storedProof))) {
    throw new WrongMasterKey(`This is not the master key that encrypts the personal data keys: ${remedy}.`)
  }
  const wrapper = isRotating && !rotate && former ? former : current
  return {
    isRotating,
    isInForce: (proof) => opens(wrapper, proof),
    opensFormer: former !== undefined,
    wrapping: former ? { wrap: wrapper.wrap, unwrap: unwrapByEither(current, former) } : current,
    rewrapped(wrapped, associatedData) {
      if (!former || opened(current, wrapped, associatedData)) return undefined
      const secret = opened(former, wrapped, associatedData)
      return secret && current.wrap(secret, associatedData)
    },
    proof: () => current.wrap(noBytes, proofData),
    async done() {
      // Another process may have ended this rotation, and the next one have begun.
      if (next === undefined || (await readSecret(folder, nextMasterKeyName)) !== next) return
      await rename(join(folder, nextMasterKeyName), join(folder, masterKeyName)).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
      await settle(folder)
    },
  }
}

const noBytes = Buffer.alloc(0)

function wrappingBy(text: string, where: string): Wrapping {
  const bytes = parseMasterKey(text.trim())
  if (!bytes) throw new Misconfigured(`${where} must be 32 bytes, as base64 or hexadecimal.`)
  return createWrapping(bytes)
}

/** Whether the proof of a key store is wrapped by this one: by another one what is kept there would not be opened. */
const opens = (wrapping: Wrapping, proof: Proof): boolean =>
  proof !== undefined && opened(wrapping, proof.wrapped, proofData) !== undefined

function opened({ unwrap }: Wrapping, wrapped: Uint8Array, associatedData: string): Buffer | undefined {
  try {
    return unwrap(wrapped, associatedData)
  } catch {
    return undefined
  }
}

const unwrapByEither =
  (current: Wrapping, former: Wrapping): Wrapping['unwrap'] =>
  (wrapped, associatedData) =>
    opened(current, wrapped, associatedData) ?? former.unwrap(wrapped, associatedData)

/** Makes the next process that opens the keys wrap them by a new master key: that of the file. */
export const beginRotation = (folder: string): Promise<string> => loadOrCreateSecret(folder, nextMasterKeyName)

/** Makes the folder for its owner's eyes only. Throws `Misconfigured`. */
export async function makeKeyFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch(({ code, message, errno }: NodeJS.ErrnoException) => {
    const reason = code === 'EEXIST' || errno === undefined ? message : getSystemErrorMessage(errno)
    throw new Misconfigured(`Cannot use KEYS_DIR: ${reason}, ${folder}.`)
  })
}

/** The text of a secret of the installation, as it was wrapped. Throws `Misconfigured` where it does not open. */
export function unwrapSecret(wrapping: Wrapping, name: string, wrapped: Uint8Array): string {
  try {
    return wrapping.unwrap(wrapped, secretFor(name)).toString()
  } catch {
    throw new Misconfigured(`The secret “${name}” among the keys is damaged. Restore the latest key backup.`)
  }
}

/** The error message where keys are to be moved to others. */
export const hasOwnKeys = (where: string) =>
  new Misconfigured(`${where} already has other keys. Choose an empty place for the moved keys.`)
