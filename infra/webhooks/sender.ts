import { createHmac, randomBytes } from 'node:crypto'
import { request as httpsRequest } from 'node:https'
import { request as httpRequest } from '#infra/http.ts'
import { guardedLookup, isLoopback, isPublicAddress, mayBePublic, type Resolve } from '#infra/public-host.ts'

/** The result of sending: a status and the beginning of the answer, or why there was none. */
type WebhookAnswer = {
  status?: number
  /** Milliseconds. */
  duration: number
  /** The beginning of the answer, at most a thousand bytes, as text. */
  answer: string
  error?: string
}

/** How long a receiver may take, in milliseconds, its answer included. */
const answerTimeoutMs = 10_000
/** How much of an answer is read. */
const maxAnswerBytes = 1_000

type Options = {
  /** Whether addresses of this machine are sent to as well, over plain http too. For development and tests. */
  loopback?: boolean
  timeoutMs?: number
  /** Looks names up: for tests. */
  resolve?: Resolve
}

/**
 * Sends to addresses that an admin has typed in. The IP address of a URL is checked where the connection is made, and
 * the connection goes to that very address. So a name that resolves elsewhere a moment later gains nothing (DNS
 * rebinding). Redirects are not followed: what they lead to was chosen by no one.
 */
export function openWebhookSender({ loopback = false, timeoutMs = answerTimeoutMs, resolve }: Options = {}) {
  const publicLookup = guardedLookup(isPublicAddress, 'not public', resolve)
  const loopbackLookup = guardedLookup(isLoopback, 'another machine', resolve)
  const isOwn = (hostname: string) => loopback && isLoopback(hostname.replace(/\.$/, ''))

  /** Why an address cannot be sent to, in words for the person who typed it; undefined when it can. */
  function refusal(address: string): string | undefined {
    if (!URL.canParse(address)) return 'Please enter the webhook’s URL'
    const { protocol, hostname, username, password } = new URL(address)
    if (username || password) return 'The URL can’t contain a user name or password'
    if (isOwn(hostname)) return undefined
    if (protocol !== 'https:') return 'The URL must start with https://'
    if (!mayBePublic(hostname)) return 'This URL is in a private network. Please use a public https:// URL.'
    return undefined
  }

  return {
    refusal,

    /** Posts a body. Never throws for what the receiver does; rejects when `signal` is aborted. */
    async post(
      address: string,
      headers: Record<string, string>,
      body: string,
      signal?: AbortSignal,
    ): Promise<WebhookAnswer> {
      const began = performance.now()
      const duration = () => Math.round(performance.now() - began)
      const refused = refusal(address)
      if (refused) return { duration: 0, answer: '', error: refused }
      const url = new URL(address)
      const timeout = AbortSignal.timeout(timeoutMs)
      const options = {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
        agent: false as const,
        lookup: isOwn(url.hostname) ? loopbackLookup : publicLookup,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      }
      const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>()
      const sent = (url.protocol === 'http:' ? httpRequest : httpsRequest)(url, options)
      let status: number | undefined
      const chunks: Buffer[] = []
      let length = 0
      /** With a status it is an answer, whatever became of the rest of it. */
      const end = (error?: string) => {
        const answer = Buffer.concat(chunks).toString()
        resolve({ duration: duration(), answer, ...(status === undefined ? { error } : { status }) })
      }
      sent.on('error', (error) => {
        if (signal?.aborted) reject(error)
        else end(timeout.aborted ? tooLate(timeoutMs) : errorMessageOf(error))
      })
      sent.on('close', () => end(errorMessages.ECONNRESET)) // a 101, say: Node tells of nothing else
      sent.on('response', (response) => {
        status = response.statusCode
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, Math.max(0, maxAnswerBytes - length)))
          length += chunk.length
          if (length < maxAnswerBytes) return
          end()
          response.destroy()
        })
        response.on('end', () => end())
        response.on('error', () => end())
      })
      sent.end(body)
      return promise
    },
  }
}

const tooLate = (timeoutMs: number) => `No answer within ${timeoutMs / 1000} seconds`

const errorMessages: Record<string, string> = {
  ENOTFOUND: 'Host not found',
  EAI_AGAIN: 'Host lookup failed',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed',
  EHOSTUNREACH: 'The host can’t be reached',
  ETIMEDOUT: 'No response',
}

const errorMessageOf = ({ code, message }: NodeJS.ErrnoException): string =>
  errorMessages[code ?? ''] ?? message.slice(0, 200)

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
