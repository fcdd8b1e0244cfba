import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'

/** The server’s signing key. */
export type Signer = {
  /** The public key in base64url: the 32 bytes of an Ed25519 key (RFC 8032). */
  publicKey: string
  /** The signature of a text's UTF-8, in base64url. */
  sign(text: string): string
}

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs by a key that is derived (HKDF) from the server's own secret: another secret is another key. */
export function createSigner(serverSecret: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', serverSecret, '', 'proof of histories', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x!
  return { publicKey, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
}

/** Whether a text was signed by the holder of a key. */
export function isSigned(text: string, { key, signature }: { key: string; signature: string }): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false // what stands there is no key
  }
}
