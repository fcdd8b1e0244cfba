import { connect } from 'node:net'

/** A request as it goes over the line, whatever is wrong with it. */
export type RawRequest = { method: string; target: string; headers: [string, string][]; body?: Buffer | undefined }

/** How long an answer may take, in milliseconds: whatever is asked, something is answered. */
const timeoutMs = 15_000

/** Says a request on a connection of its own. Answers the status; 0 when the connection ends without one. */
export function say(
  url: string,
  { method, target, headers, body }: RawRequest,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  const length: [string, string][] = body ? [['Content-Length', String(body.length)]] : []
  const all = [['Host', `${hostname}:${port}`], ['Connection', 'close'], ...headers, ...length] // biome-ignore format: one line
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  const answer = () => {
    const text = Buffer.concat(chunks).toString('latin1')
    resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
  }
  socket.setTimeout(timeoutMs, () => {
    socket.destroy()
    reject(new Error(`No answer within ${timeoutMs / 1000} seconds: ${head.slice(0, 300)}`))
  })
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('close', answer)
  socket.on('error', () => {}) // it was answered before all of it was read
  socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]))
  return promise
}
