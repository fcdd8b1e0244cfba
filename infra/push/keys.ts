import { createECDH } from 'node:crypto'
import { Misconfigured } from '#infra/misconfigured.ts'
import { loadOrCreateSecret } from '#infra/secret.ts'

/** Both base64url: a point of P-256, and the number behind it. */
export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The keys that push services know us by: those of the settings, or else a pair made once and stored in the data
 * folder. It is made anew where the file is damaged. Changing them ends every subscription. Throws `Misconfigured` when
 * the two do not belong together, or are no keys.
 */
export async function vapidKeys(dataDir: string, given?: VapidKeys): Promise<VapidKeys> {
  if (given) {
    if (!isPrivateKey(given.privateKey)) throw new Misconfigured('VAPID_PRIVATE_KEY is not a private VAPID key.')
    if (publicKeyOf(given.privateKey) !== given.publicKey) {
      throw new Misconfigured('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.')
    }
    return given
  }
  // One that was put back by hand may end with a line break.
  const isWhole = (text: string) => isPrivateKey(text.trim())
  return vapidKeysOf((await loadOrCreateSecret(dataDir, 'vapid.secret', { make: newPrivateKey, isWhole })).trim())
}

/** A pair that no one has yet. */
export const newVapidKeys = (): VapidKeys => vapidKeysOf(newPrivateKey())

/** The pair of a private key. */
export const vapidKeysOf = (privateKey: string): VapidKeys => ({ privateKey, publicKey: publicKeyOf(privateKey) })

function newPrivateKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const number = pair.getPrivateKey() // shorter than 32 bytes when it begins with zeros
  return Buffer.concat([Buffer.alloc(32 - number.length), number]).toString('base64url')
}

function isPrivateKey(text: string): boolean {
  try {
    return /^[\w-]{43}$/.test(text) && publicKeyOf(text) !== ''
  } catch {
    return false
  }
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url', 'uncompressed')
}
