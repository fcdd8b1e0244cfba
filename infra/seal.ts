import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What keeps text unreadable in the stores. `about` is what it belongs to: sealed for one thing, it opens for no other. */
export type Seal = {
  close(text: string, about: string): string
  /** Throws when it was sealed by another server's secret, or for something else. */
  open(sealed: string, about: string): string
}

/** Seals with AES-256-GCM, by a key for one purpose that is derived (HKDF) from the server's own secret. */
export function createSeal(serverSecret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32))
  return {
    close(text, about) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
