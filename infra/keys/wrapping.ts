import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '#infra/seal.ts'

/** Encrypts keys for storage. `associatedData` says what a key belongs to: it is unwrapped for nothing else. */
export type Wrapping = {
  wrap(secret: Buffer, associatedData: string): Buffer
  /** Throws when it was wrapped by another master key, or for something else. */
  unwrap(wrapped: Uint8Array, associatedData: string): Buffer
}

/** Wraps by AES-256-GCM. */
export const createWrapping = (masterKey: Buffer): Wrapping => ({
  wrap: (secret, associatedData) => encrypt(masterKey, secret, associatedData),
  unwrap: (wrapped, associatedData) => decrypt(masterKey, wrapped, associatedData),
})

/** A new name for a key store, and a new id for a key in it. */
export const newStoreName = (): string => randomBytes(6).toString('hex')
export const newKeyId = (store: string): string => `${store}.${randomBytes(12).toString('base64url')}`

/** The name of the key store that a key of this id is of. */
export const storeOfKey = (id: string): string => id.slice(0, id.indexOf('.'))

/** The associated data of a wrapped secret of the installation. */
export const secretFor = (name: string): string => `secret ${name}`

/** The associated data of a wrapped key: moved to another person's row, it does not open. */
export const wrappedFor = ({ id, person }: { id: string; person: string }): string => `${id} ${person}`
