import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A websocket by hand, to be misused: it reads only when told to, answers no ping, and says whatever it is given. Rejects
 * with the status when the server will not have it.
 */
export async function rawPage(url: string, headers: Record<string, string>): Promise<RawPage> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const asked = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      Origin: url,
      ...headers,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  })
  asked.on('upgrade', (_response, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    resolve((socket as Socket).setNoDelay(true))
  })
  asked.on('response', ({ statusCode }) => reject(new Error(`answered ${statusCode}`)))
  asked.on('error', reject)
  asked.end()
  const socket = await promise
  const closed = new Promise<void>((done) => socket.on('close', () => done()))
  socket.on('error', () => {}) // it is what is waited for: cut off
  return {
    say: (text) => void socket.write(frame(text)),
    /** Reads what comes until the server says something that begins so. */
    async until(beginning) {
      let read = ''
      while (!read.includes(beginning)) {
        const chunk = socket.read() as Buffer | null
        if (chunk) read += chunk.toString('latin1')
        else await new Promise((readable) => socket.once('readable', readable))
      }
    },
    read: () => void socket.removeAllListeners('readable').resume(),
    closed,
    close: () => void socket.destroy(),
  }
}

export type RawPage = {
  say(text: string): void
  until(beginning: string): Promise<void>
  read(): void
  closed: Promise<void>
  close(): void
}

/** A short text as a websocket frame of a client (RFC 6455, 5.2), under the mask that changes nothing. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text, 'latin1')])
