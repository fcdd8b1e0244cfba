import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'

/** Where a page of ours opens its connection. */
export const livePath = '/socket.io/?EIO=4&transport=websocket'

/**
 * A websocket by hand, to be misused: it reads only when told to, answers no ping, and says whatever it is given. Rejects
 * with the status when the server will not have it.
 */
export async function rawPage(url: string, headers: Record<string, string>, path = livePath): Promise<RawPage> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const outgoing = request(url, {
    path,
    headers: {
      Origin: url,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...headers,
    },
  })
  outgoing.on('upgrade', (_response, socket, head) => {
    if (head.length > 0) socket.unshift(head)
    resolve((socket as Socket).setNoDelay(true))
  })
  outgoing.on('response', (response) => {
    reject(new Error(`answered ${response.statusCode}`))
    response.destroy()
  })
  outgoing.on('error', reject)
  outgoing.end()
  const socket = await promise
  const closed = new Promise<void>((done) => socket.on('close', () => done()))
  socket.on('error', () => {}) // it is what is waited for: cut off
  return {
    say: (text) => void socket.write(frame(text)),
    write: (bytes) => void socket.write(bytes),
    /** Reads what comes until the server says such a text. */
    async until(text) {
      let read = ''
      while (typeof text === 'string' ? !read.includes(text) : !text.test(read)) {
        const chunk = socket.read() as Buffer | null
        if (chunk) read += chunk.toString('latin1')
        else if (socket.readableEnded || socket.destroyed) throw new Error(`closed before ${text}: ${read}`)
        else await Promise.race([new Promise((readable) => socket.once('readable', readable)), closed])
      }
      return read
    },
    read: () => void socket.removeAllListeners('readable').resume(),
    closed,
    close: () => void socket.destroy(),
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  }
}

export type RawPage = {
  say(text: string): void
  /** Writes bytes as they are, a frame or none. */
  write(bytes: Buffer): void
  /** Resolves with what was read up to there. Rejects when the server closes before. */
  until(text: string | RegExp): Promise<string>
  read(): void
  closed: Promise<void>
  close(): void
  /** Says that nothing more is to come. */
  end(): void
  /** Breaks the connection off: the server meets an error, and no end. */
  reset(): void
}

/** The first byte of frames, by what they are: the last frame of each. */
export const opcodes = { text: 0x81, binary: 0x82, ping: 0x89 } as const

/** A websocket frame of a client (RFC 6455, 5.2), under the mask that changes nothing. */
export function frame(content: string | Buffer, first: number = opcodes.text): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { length } = bytes
  const head = [first, 0x80 | (length < 126 ? length : 126), ...(length < 126 ? [] : [length >> 8, length & 0xff])]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes])
}
