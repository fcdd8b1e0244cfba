import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts text in the stores. `associatedData` says what it belongs to: it opens for nothing else. */
export type Seal = {
  close(text: string, associatedData: string): string
  /** Throws when it was sealed by another server's secret, or for something else. */
  open(sealed: string, associatedData: string): string
}

const [nonceBytes, tagBytes] = [12, 16]

/** Seals with AES-256-GCM, by a key of 32 bytes. */
export const sealBy = (key: Buffer): Seal => ({
  close(text, associatedData) {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associatedData))
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
  },
  open(sealed, associatedData) {
    const bytes = Buffer.from(sealed, 'base64url')
    const [nonce, content] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes + tagBytes)]
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(content, undefined, 'utf8') + decipher.final('utf8')
  },
})

/** Seals by a key for one purpose that is derived (HKDF) from the server's own secret. */
export const createSeal = (serverSecret: string, purpose: string): Seal =>
  sealBy(Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32)))
