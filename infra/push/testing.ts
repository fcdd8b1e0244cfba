import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Subscription } from './pusher.ts'

type Delivered = { headers: IncomingHttpHeaders; notice: unknown }

/** A push service on this machine: gives out subscriptions, and opens what it is handed as the browser would. */
export async function pushService() {
  const browsers = new Map<string, ReturnType<typeof browser>>()
  const delivered: Delivered[] = []
  let requests = 0
  let answer: (path: string) => number | undefined = () => 201
  const server = createServer(async (request, response) => {
    const content = await buffer(request)
    requests++
    const status = answer(request.url!)
    if (status === undefined) return // it never answers
    if (status === 201) {
      const notice = JSON.parse(browsers.get(request.url!)!.open(content))
      delivered.push({ headers: request.headers, notice })
    }
    const headers = status === 101 ? { Connection: 'Upgrade', Upgrade: 'x' } : {}
    response.writeHead(status, headers).end(status === 201 ? '' : 'So it is')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return {
    url,
    delivered,
    close,
    /** How many requests it has had. */
    requestCount: () => requests,
    /** Responds with these statuses from now on, and not at all where there is none; 201 until then. */
    answers(status: number | ((path: string) => number | undefined)) {
      answer = typeof status === 'number' ? () => status : status
    },
    /** The subscription of one more browser. */
    subscribe(): Subscription {
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const made = browser()
      browsers.set(path, made)
      return { endpoint: url + path, keys: made.keys }
    },
  }
}

/** A browser's end of RFC 8291: its keys, and how it opens what is sealed with them. */
function browser() {
  const pair = createECDH('prime256v1')
  const auth = randomBytes(16)
  const own = pair.generateKeys()
  const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    open(content: Buffer): string {
      const salt = content.subarray(0, 16)
      const keyLength = content[20]!
      const theirs = content.subarray(21, 21 + keyLength)
      const sealed = content.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = derive(pair.computeSecret(theirs), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8') // 2 ends the last record
    },
  }
}

/** Returns a push’s signature (RFC 8292), once it is found to fit the key it names. */
export function signatureOf({ headers }: Delivered): { key: string; aud: string; sub: string; exp: number } {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization!)!
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = Buffer.from(key!, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'))) {
    throw new Error('the signature does not fit')
  }
  return { key: key!, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
