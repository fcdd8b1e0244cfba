import { Agent, request } from 'node:https'
import { truncate } from '#domain/one-line.ts'
import { Agent as HttpAgent, request as httpRequest } from '#infra/http.ts'
import { mayBePublic, publicLookup } from '#infra/public-host.ts'
import { Unavailable } from '#infra/unavailable.ts'
import type { VapidKeys } from './keys.ts'
import { type Notice, type Pusher, PushRefused, type Subscription, SubscriptionGone } from './pusher.ts'

/** How long a push service may take, in milliseconds. */
const timeoutMs = 10_000
/** How long a push service keeps what it cannot deliver, in seconds. News of an order is old after three days. */
const ttlSeconds = 3 * 24 * 60 * 60
/** The longest text of a notification, in characters: sealed, it stays below the 4,096 bytes that every push service takes. */
const maxBodyLength = 500

type Options = {
  keys: VapidKeys
  /** Where a push service can write to: `mailto:` or `https://`. */
  subject: string
  /** Whether push services are on this machine, over plain http: for tests. */
  local?: boolean
}

type Agents = { public: Agent; local: InstanceType<typeof HttpAgent> }

/**
 * Carries a push: over TLS to public hosts, over plain http to hosts that the settings allow. Returns the status. Throws
 * `Unavailable`.
 */
function post(url: URL, headers: Record<string, string>, body: Buffer, agents: Agents): Promise<number> {
  const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const outgoing =
    url.protocol === 'http:'
      ? httpRequest(url, { ...options, agent: agents.local })
      : request(url, { ...options, agent: agents.public })
  outgoing.on('error', (error) => reject(new Unavailable('The push service', error)))
  outgoing.on('close', () => reject(new Unavailable('The push service'))) // a 101, say: Node tells of nothing else
  outgoing.on('response', (response) => {
    resolve(response.statusCode!)
    // A short answer is read to its end, so that the connection can be used again; a long one is an error.
    let length = 0
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > 10_000) response.destroy()
    })
    response.on('error', () => {}) // the status is known
  })
  outgoing.end(body)
  return promise
}

/**
 * Web Push (RFC 8030, 8291, 8292): web-push encrypts and signs, and we carry it ourselves. An endpoint is an address
 * that a browser names, so that we connect to public hosts only, follow nothing, and read no more than a status.
 */
export function openWebPush({ keys, subject, local = false }: Options): Pusher {
  const agents: Agents = {
    public: new Agent({ keepAlive: true, lookup: publicLookup }),
    local: new HttpAgent({ keepAlive: true }),
  }

  function accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, username, password } = new URL(endpoint)
    if (username || password) return false
    if (local && protocol === 'http:') return true
    return protocol === 'https:' && mayBePublic(hostname)
  }

  function encrypt(webPush: typeof import('web-push'), subscription: Subscription, { title, body, url, tag }: Notice) {
    const text = JSON.stringify({ title: truncate(title, 120), body: truncate(body, maxBodyLength), url, tag })
    const vapidDetails = { subject, ...keys }
    try {
      return webPush.generateRequestDetails(subscription, text, {
        vapidDetails,
        TTL: ttlSeconds,
        contentEncoding: 'aes128gcm',
      })
    } catch (error) {
      throw new SubscriptionGone(error) // its keys are none, and never will be
    }
  }

  return {
    publicKey: keys.publicKey,
    accepts,

    async send(subscription, notice) {
      if (!accepts(subscription.endpoint)) throw new SubscriptionGone()
      // With the first push, so that a start need not wait for it.
      const webPush = (await import('web-push')).default
      const { endpoint, headers, body } = encrypt(webPush, subscription, notice)
      const status = await post(new URL(endpoint), headers as Record<string, string>, body!, agents)
      if (status === 404 || status === 410) throw new SubscriptionGone()
      if (status === 429 || status >= 500) throw new Unavailable('The push service', new PushRefused(status))
      if (status < 200 || status > 299) throw new PushRefused(status)
    },

    async close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
