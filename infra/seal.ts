import { type CipherKey, createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto'

/** Encrypts text in the stores. `associatedData` says what it belongs to: it opens for nothing else. */
type Seal = {
  close(text: string, associatedData: string): string
  /** Throws when it was sealed by another server's secret, or for something else. */
  open(sealed: string, associatedData: string): string
}

const [nonceBytes, tagBytes] = [12, 16]

// Random bytes for many nonces at once: asking for twelve takes as long as for a thousand.
const nonces = Buffer.alloc(nonceBytes * 256)
let nextNonce = nonces.length

function newNonce(): Buffer {
  if (nextNonce === nonces.length) {
    randomFillSync(nonces)
    nextNonce = 0
  }
  nextNonce += nonceBytes
  return Buffer.from(nonces.subarray(nextNonce - nonceBytes, nextNonce))
}

/** Encrypts with AES-256-GCM, by a key of 32 bytes: the nonce, the content, the tag. */
export function encrypt(key: CipherKey, content: string | Buffer, associatedData: string): Buffer {
  const nonce = newNonce()
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associatedData))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** What `encrypt` made it of. Throws where it was another key, associated data or content. */
export function decrypt(key: CipherKey, bytes: Uint8Array, associatedData: string): Buffer {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

/** Seals by a key of 32 bytes. In what is stored the tag comes before the content. */
export const sealBy = (key: Buffer): Seal => ({
  close(text, associatedData) {
    const bytes = encrypt(key, text, associatedData)
    const [nonce, content] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, -tagBytes)]
    return Buffer.concat([nonce, bytes.subarray(-tagBytes), content]).toString('base64url')
  },
  open(sealed, associatedData) {
    const bytes = Buffer.from(sealed, 'base64url')
    const [nonce, content] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes + tagBytes)]
    const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
    return decrypt(key, Buffer.concat([nonce, content, tag]), associatedData).toString()
  },
})

/** Seals by a key for one purpose that is derived (HKDF) from the server's own secret. */
export const createSeal = (serverSecret: string, purpose: string): Seal =>
  sealBy(Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32)))
