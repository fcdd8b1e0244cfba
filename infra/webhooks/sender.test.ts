import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWebhookSender } from './sender.ts'

/** A receiver on this machine: its address, and how often it was asked. */
async function receiver(listener: RequestListener) {
  const seen = { requests: 0 }
  const http = createServer((request, response) => {
    seen.requests++
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => http.once('listening', listening))
  onTestFinished(() => http.closeAllConnections())
  onTestFinished(() => void http.close())
  const { port } = http.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/in`, port, seen }
}
const here = openWebhookSender({ loopback: true, timeoutMs: 300 })
const send = (url: string) => here.post(url, { 'Content-Type': 'application/json' }, '{"a":"₹"}')

describe('a delivery', () => {
  it('is posted whole, and answers status and duration', async () => {
    let taken: unknown
    const { url } = await receiver(async (request, response) => {
      taken = [request.method, request.url, request.headers['content-type'], await text(request)]
      response.end('thanks')
    })
    expect(await send(url)).toEqual({ status: 200, duration: expect.any(Number), answer: 'thanks' })
    expect(taken).toEqual(['POST', '/in', 'application/json', '{"a":"₹"}'])
  })

  // spec: 10.6
  // security: 4.5
  it('follows no redirect', async () => {
    const other = await receiver((_, response) => response.end())
    const { url } = await receiver((_, response) => response.writeHead(307, { Location: other.url }).end('moved'))
    expect(await send(url)).toMatchObject({ status: 307, answer: 'moved' })
    expect(other.seen.requests).toBe(0)
  })

  it('reads no more than the first of an answer that does not end', async () => {
    const { url } = await receiver((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', more)
      }
      more()
    })
    const { status, answer } = await send(url)
    expect([status, answer.length]).toEqual([200, 1_000])
  })

  it('does not wait for ever: not for an answer, and not for its end', async () => {
    const { url } = await receiver(() => {})
    expect(await send(url)).toMatchObject({ answer: '', error: 'No answer within 0.3 seconds' })
    const { url: dripping } = await receiver((_, response) => response.write('and so on'))
    expect(await send(dripping)).toMatchObject({ status: 200, answer: 'and so on' })
  })

  it('says in words why there is no answer', async () => {
    const { url, port } = await receiver((request) => request.socket.destroy())
    expect((await send(url)).error).toBe('Connection closed')
    const upgrading = await receiver((_, response) =>
      response.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).flushHeaders(),
    )
    expect((await send(upgrading.url)).error).toBe('Connection closed')
    const gone = await receiver(() => {})
    expect((await send(gone.url.replace(String(gone.port), '1'))).error).toBe('Connection refused')
    expect(port).not.toBe(1)
  })
})

describe('an address', () => {
  const outside = openWebhookSender()
  const inner = [
    'https://localhost/in',
    'https://localhost./in',
    'https://api.localhost/in',
    'https://127.0.0.1/in',
    'https://127.1/in',
    'https://2130706433/in',
    'https://0x7f.0.0.1/in',
    'https://0.0.0.0/in',
    'https://[::1]/in',
    'https://[::ffff:127.0.0.1]/in',
    'https://[::ffff:169.254.169.254]/in',
    'https://[fd00::1]/in',
    'https://[fe80::1]/in',
    'https://10.0.0.1/in',
    'https://192.168.1.20/orders',
    'https://172.16.0.1/in',
    'https://100.64.0.1/in',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/in',
    'https://metadata/in',
  ]
  // spec: 10.6
  // security: 4.5
  it.each(inner)('inside a network is refused: %s', async (url) => {
    const refused = 'This URL is in a private network. Please use a public https:// URL.'
    expect(outside.refusal(url)).toBe(refused)
    expect(await outside.post(url, {}, '{}')).toEqual({ duration: 0, answer: '', error: refused })
  })
  it.each(inner.filter((url) => !/localhost|127|2130706433|0x7f|\[::1\]/.test(url)))(
    'inside a network is refused where this machine is allowed too: %s',
    (url) => expect(here.refusal(url)).toBeDefined(),
  )
  it.each([
    ['http://books.example.com/in', 'The URL must start with https://'],
    ['https://name:password@books.example.com/in', 'The URL can’t contain a user name or password'],
    ['https://', 'Please enter the webhook’s URL'],
    ['https://books.example.com:8443/in?a=b', undefined],
    ['https://93.184.215.14/in', undefined],
  ])('%s: %s', (url, why) => expect(outside.refusal(url)).toBe(why))

  /** A sender for whom every name leads to these addresses, each time to the next of them. */
  const leadingTo = (...answers: string[][]) => {
    const resolve = (_name: string, _options: unknown, callback: (error: null, found: object[]) => void) => {
      const found = answers.length > 1 ? answers.shift()! : answers[0]!
      callback(
        null,
        found.map((address) => ({ address, family: isIP(address) })),
      )
    }
    return openWebhookSender({ resolve: resolve as never, timeoutMs: 300 })
  }
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
  ])('whose name leads inside is not connected to: %j', async (found) => {
    const { port, seen } = await receiver((_, response) => response.end())
    const { error } = await leadingTo(found).post(`https://books.example.com:${port}/in`, {}, '{}')
    expect(error).toMatch(/^books.example.com resolves to .*, which is not public$/)
    expect(seen.requests).toBe(0)
  })

  // spec: 10.6
  // security: 4.5
  it('is looked up and checked at each connection, and not once for all', async () => {
    const sender = leadingTo(['192.0.2.1'], ['127.0.0.1'])
    expect((await sender.post('https://books.example.com/in', {}, '{}')).error).toContain('resolves to 192.0.2.1')
    expect((await sender.post('https://books.example.com/in', {}, '{}')).error).toContain('resolves to 127.0.0.1')
  })
})
