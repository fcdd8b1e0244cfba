import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** The address to load, and the headers (session, origin) that it wants on every request. */
export type Target = { url: string; headers: Record<string, string>; agent: Agent }

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** Connections that are kept open, as browsers do. */
export const openConnections = (): Agent => new Agent({ keepAlive: true, maxSockets: 256 })

/** One request with an optional JSON body. Rejects when there is no answer; a bad status is the caller's to see. */
export function send({ url, headers, agent }: Target, method: string, path: string, json?: unknown): Promise<Answer> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...content } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    sent.setTimeout(30_000, () => sent.destroy(new Error(`${method} ${path} was not answered`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Takes an answer piece by piece, each only once `onBytes` is through with the one before. */
export function receive(target: Target, path: string, onBytes: (bytes: number) => Promise<void>): Promise<void> {
  const { url, headers } = target
  return new Promise((resolve, reject) => {
    // A connection of its own: what waits in it keeps no other request waiting.
    const sent = request(`${url}${path}`, { headers, agent: false }, async (response) => {
      if (response.statusCode !== 200) return reject(new Error(`GET ${path} answered ${response.statusCode}`))
      try {
        for await (const chunk of response) await onBytes((chunk as Buffer).length)
        resolve()
      } catch (error) {
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** As `send`, but anything other than 200 is an error. */
export async function ask(target: Target, method: string, path: string, json?: unknown): Promise<string> {
  const { status, body } = await send(target, method, path, json)
  if (status !== 200) throw new Error(`${method} ${target.url}${path} answered ${status}: ${body.slice(0, 300)}`)
  return body
}

/**
 * How often a second the work gets done by so many workers, each beginning anew as soon as it is through. When one
 * cannot do it, the others come to their end first: they would disturb what is measured next.
 */
export async function perSecond(workers: number, ms: number, work: (worker: number) => Promise<unknown>) {
  let count = 0
  const began = performance.now()
  const worker = async (_: unknown, number: number) => {
    while (performance.now() - began < ms) {
      await work(number)
      count++
    }
  }
  for (const each of await Promise.allSettled(Array.from({ length: workers }, worker))) {
    if (each.status === 'rejected') throw each.reason
  }
  return count / ((performance.now() - began) / 1000)
}

/** Tries until it holds, for at most so long. */
export async function until(ms: number, holds: () => Promise<boolean>, every = 20): Promise<void> {
  const began = performance.now()
  while (!(await holds())) {
    if (performance.now() - began > ms) throw new Error(`Waited ${ms / 1000} s in vain`)
    await pause(every)
  }
}

/** Awaits a promise; throws when it takes longer than so many milliseconds. */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timeoutMs = setTimeout(() => late.reject(new Error(`${what} took more than ${ms / 1000} s`)), ms)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timeoutMs))
}
