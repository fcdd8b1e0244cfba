import { Agent, request } from 'node:https'
import { Agent as HttpAgent, request as httpRequest } from '#infra/http.ts'
import { publicLookup } from '#infra/public-host.ts'
import { Unavailable } from '#infra/unavailable.ts'

/** How long a push service may take, in milliseconds. */
const timeoutMs = 10_000

export type Carrier = ReturnType<typeof openCarrier>

/** Carries pushes to their services: over TLS to public hosts, over plain http to hosts that the settings allow. */
export function openCarrier() {
  const agent = new Agent({ keepAlive: true, lookup: publicLookup })
  const localAgent = new HttpAgent({ keepAlive: true })
  return {
    /** Returns the status. Throws `Unavailable`. */
    post(url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
      const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const outgoing =
        url.protocol === 'http:'
          ? httpRequest(url, { ...options, agent: localAgent })
          : request(url, { ...options, agent })
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
    },
    close() {
      agent.destroy()
      localAgent.destroy()
    },
  }
}
