import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type { Target } from './load.ts'

/**
 * Opens a page of an order: a Socket.IO client by hand, for a hundred real ones would keep the bench busier than the
 * server it measures. Tells every event's revision; resolves once the order is watched, with a way to close.
 */
export async function openPage(
  target: Target,
  orderId: string,
  onEvent: (revision: number) => void,
): Promise<() => void> {
  const socket = await upgrade(target)
  const watching = Promise.withResolvers<void>()
  const watch = JSON.stringify(['watch', { orderId, after: Number.MAX_SAFE_INTEGER }])

  // Engine.IO's packet types come first (0 open, 2 ping, 4 message), then Socket.IO's (0 connect, 2 event, 3 answer).
  const take = (text: string) => {
    if (text.startsWith('42["event"')) onEvent(Number(/"revision":(\d+)/.exec(text)?.[1]))
    else if (text === '2') socket.write(frame('3'))
    else if (text.startsWith('0')) socket.write(frame('40'))
    else if (text.startsWith('40')) socket.write(frame(`420${watch}`))
    else if (text.startsWith('430[{"events"')) watching.resolve()
    else if (text.startsWith('42['))
      return // who is here, and what else pages are told
    else watching.reject(new Error(`The page was told ${text}`))
  }
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    rest = takeFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), take)
  })
  socket.on('error', watching.reject)
  socket.on('close', () => watching.reject(new Error('The page was disconnected')))
  await watching.promise
  return () => socket.destroy()
}

function upgrade({ url, headers }: Target): Promise<Socket> {
  const key = randomBytes(16).toString('base64')
  const websocket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': key,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/socket.io/?EIO=4&transport=websocket`, { headers: { ...headers, ...websocket } })
    outgoing.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve((socket as Socket).setNoDelay(true))
    })
    outgoing.on('response', ({ statusCode }) => reject(new Error(`The websocket was answered ${statusCode}`)))
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** A short text as a websocket frame of a client (RFC 6455, 5.2), under the mask that changes nothing. */
function frame(text: string): Buffer {
  if (text.length > 125) throw new Error('Longer than a short frame')
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text, 'latin1')])
}

/** Hands over the text of each whole frame, and answers the bytes that are left. */
function takeFrames(bytes: Buffer, take: (text: string) => void): Buffer {
  let at = 0
  while (bytes.length >= at + 2) {
    const short = bytes[at + 1]!
    const begins = at + (short < 126 ? 2 : 4)
    if (short > 126) throw new Error('A frame of more than 64 KB')
    if (bytes.length < begins) break
    const ends = begins + (short < 126 ? short : bytes.readUInt16BE(at + 2))
    if (bytes.length < ends) break
    if (bytes[at] === 0x81) take(bytes.toString('utf8', begins, ends))
    at = ends
  }
  return bytes.subarray(at)
}
