import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long after it was signed a message of Stripe is accepted, and how far its clock may be ahead, in seconds. */
const toleranceSeconds = 5 * 60

/** Whether two texts are the same, in a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const hmac = (secret: string, ...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHmac('sha256', secret)).digest('hex')

/**
 * Whether Stripe signed this body, and lately: `Stripe-Signature: t=<seconds>,v1=<hex>`, over the time, a full stop and the
 * bytes as they came. While a secret is changed there are several. `now` in milliseconds since 1970.
 */
export function isSignedByStripe(body: Buffer, header: string | undefined, secret: string, now: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=') as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1]
  if (time === undefined || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = hmac(secret, `${time}.`, body)
  return parts.some(([name, signature = '']) => name === 'v1' && isSame(signature, expected))
}

/** Whether Razorpay signed this body: `X-Razorpay-Signature` is over the bytes as they came, and nothing else. */
export const isSignedByRazorpay = (body: Buffer, header: string | undefined, secret: string): boolean =>
  isSame(header ?? '', hmac(secret, body))
