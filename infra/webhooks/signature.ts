import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret of 256 random bits, as Standard Webhooks writes them. `bytes` unless it is to be random. */
export const newWebhookSecret = (bytes: Buffer = randomBytes(32)): string => prefix + bytes.toString('base64')

/**
 * The headers of a delivery, as https://www.standardwebhooks.com has them: an HMAC-SHA256 over id, time and body, one
 * for each secret that is valid. `at` is in milliseconds since 1970.
 */
export function signatureHeaders(secrets: readonly string[], id: string, at: number, body: string) {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
