import { randomBytes } from 'node:crypto'

/** A new name for a key store, and a new id for a key in it. */
export const newStoreName = (): string => randomBytes(6).toString('hex')
export const newKeyId = (store: string): string => `${store}.${randomBytes(12).toString('base64url')}`

/** The name of the key store that a key of this id is of. */
export const storeOfKey = (id: string): string => id.slice(0, id.indexOf('.'))

/** What a wrapped secret of the installation belongs to. */
export const secretFor = (name: string): string => `secret ${name}`

/** What a wrapped key belongs to: moved to another person's row, it does not open. */
export const wrappedFor = ({ id, person }: { id: string; person: string }): string => `${id} ${person}`
