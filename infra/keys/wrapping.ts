import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What keeps keys unreadable where they are stored. `about` is what one belongs to: it opens for nothing else. */
export type Wrapping = {
  wrap(secret: Buffer, about: string): Buffer
  /** Throws when it was wrapped by another master key, or for something else. */
  unwrap(wrapped: Uint8Array, about: string): Buffer
}

const [nonceBytes, tagBytes] = [12, 16]

/** The same secret, wrapped anew; undefined of what is damaged. */
export function rewrapped({ wrap, unwrap }: Wrapping, wrapped: Uint8Array, about: string): Buffer | undefined {
  try {
    return wrap(unwrap(wrapped, about), about)
  } catch {
    return undefined
  }
}

/** Wraps by AES-256-GCM: the nonce, what is wrapped, the tag. */
export function createWrapping(masterKey: Buffer): Wrapping {
  return {
    wrap(secret, about) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    unwrap(wrapped, about) {
      const nonce = wrapped.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(about)).setAuthTag(wrapped.subarray(-tagBytes))
      return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
  }
}
