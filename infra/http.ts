import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { serving } from './guard.ts'
import { Misconfigured } from './misconfigured.ts'

// An import of node:http reads all its names, and one of them, WebSocket, loads what fetch is made of: a tenth of a start,
// and some megabytes. The server itself never fetches.
export const { Agent, createServer, request } = process.getBuiltinModule('node:http')

/** How long the head of a request may take, and how long one is waited for that brings nothing, in milliseconds. */
const [headersTimeout, stillMs] = [60_000, 30_000]
/** After how many such waits a body must be here, unless its upload is expected. */
const maxWaits = 10

const expected = new WeakSet<IncomingMessage>()

/** Lets a request take as long as bytes of it arrive: an upload of someone who may send it. */
export const expectUpload = (request: IncomingMessage): void => void expected.add(request)

/**
 * A server that takes upgrades for the websockets alone. `onUnparsed` answers what is no HTTP, and what takes too long: five
 * minutes, or of an expected upload `waitMs` milliseconds without a byte.
 */
export function openHttp(
  listener: RequestListener,
  onUnparsed: (error: NodeJS.ErrnoException, socket: Duplex) => void,
  waitMs = stillMs,
): Server {
  const shouldUpgradeCallback = ({ url }: IncomingMessage) => url!.startsWith('/socket.io/')
  // Node's own limit of five minutes knows no difference between requests.
  const http = createServer({ shouldUpgradeCallback, headersTimeout, requestTimeout: 0 }, listener)
  http.on('clientError', onUnparsed).prependListener('connection', serving)
  return http.prependListener('request', (request) => {
    let [waits, bytes] = [0, request.socket.bytesRead]
    const timer = setInterval(() => {
      const { bytesRead } = request.socket
      const isLate = expected.has(request) ? bytesRead === bytes : ++waits >= maxWaits
      bytes = bytesRead
      if (request.complete || isLate) clearInterval(timer)
      if (isLate && !request.complete) onUnparsed(tookTooLong(), request.socket)
    }, waitMs).unref()
    request.once('close', () => clearInterval(timer))
  })
}

const tookTooLong = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** How many connections may wait to be taken: what does not fit is tried again by its system, after seconds. */
const backlog = 4_096

/** Listens, and answers the port it got. Throws `Misconfigured` when it cannot; `setting` is where the port came from. */
export async function listen(http: Server, port: number, host: string, setting = 'PORT'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  http.once('error', reject).listen({ port, host, backlog }, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Misconfigured(`${setting} ${port} is in use by another program.`)
    throw new Misconfigured(`Cannot listen on HOST ${host}, ${setting} ${port}: ${error.message}.`)
  })
  return (http.address() as AddressInfo).port
}

/** A host as it is written in a link: one that means this machine by the name it has for itself. */
export const nameOf = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host

/** How long answers under way may take as a server ends, and uploads, in milliseconds. */
const [answerMs, uploadMs] = [1_500, 10_000]

/** Whether an upload is still arriving. One that is here waits for its answer as any other. */
const isUpload = ({ req }: ServerResponse) =>
  !req.complete && req.headers['content-type']?.startsWith('multipart/form-data') === true

/**
 * Returns what ends a server gently. It takes no more connections, lets answers under way finish, and ends all other
 * connections, websockets after a request to close.
 */
export function endingGently(http: Server): () => Promise<void> {
  const connections = new Set<Socket>()
  const upgraded = new WeakSet<object>()
  const answers = new Set<ServerResponse>()
  let isEnding = false
  function beLast(answer: ServerResponse): void {
    answer.shouldKeepAlive = false // says `Connection: close`, unless its head is out
    const { socket, headersSent } = answer // it has none any more once it is finished
    if (headersSent) answer.once('finish', () => socket?.end())
  }
  http.prependListener('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  http.prependListener('upgrade', (_request, socket) => upgraded.add(socket))
  http.prependListener('request', (_request, answer) => {
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
    if (isEnding) beLast(answer)
  })
  /** Ends all connections but these, and those with such answers under way. */
  function endOthers(isSpared: (answer: ServerResponse) => boolean, spared = new WeakSet<object>()): void {
    const busy = new Set([...answers].filter(isSpared).map(({ socket }) => socket))
    for (const socket of connections) if (!busy.has(socket) && !spared.has(socket)) socket.destroy()
  }

  return async () => {
    isEnding = true
    const closed = once(http, 'close')
    http.close()
    for (const answer of answers) beLast(answer)
    endOthers(() => true, upgraded)
    const timers = [setTimeout(endOthers, answerMs, isUpload), setTimeout(endOthers, uploadMs, () => false)]
    await closed
    for (const timer of timers) clearTimeout(timer)
  }
}
