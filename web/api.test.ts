import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call, callCommand, newIdempotencyKey, onPasswordWanted } from './api.ts'
import { answerBy } from './early.ts'
import { HttpError } from './http.ts'

let answer: RequestListener
let last: IncomingMessage
let body: string
const server = createServer((request, response) => {
  last = request
  body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => answer(request, response))
})
const says =
  (status: number, text: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)

const inNode = globalThis.fetch
let origin: string

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A browser resolves a path against its page; Node has no page.
  globalThis.fetch = (path, init) => inNode(new URL(String(path), origin), init)
})
afterAll(() => {
  globalThis.fetch = inNode
  server.close()
})
beforeEach(() => {
  answer = says(200, '{"data":[1]}')
})

const failure = (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error) => error,
  )

const visitor = { name: 'Asha Rao', email: 'asha@example.com', phone: '98450 12345', password: 'bread-at-six' }

describe('a call', () => {
  it('answers with what the JSON says', async () => {
    expect(await call('userOrder')).toEqual({ data: [1] })
    expect([last.method, last.url]).toEqual(['GET', '/api/user-order'])
  })

  it('has what it asks for behind its path, and leaves out what is undefined', async () => {
    await call('userOrder', { query: { status: 'open', limit: 50, after: undefined } })
    expect(last.url).toBe('/api/user-order?status=open&limit=50')
  })

  it('is answered by what was asked for as the page was opened, unless that failed: there may have been a login since', async () => {
    onTestFinished(() => answerBy(() => undefined))
    answerBy(() => Promise.resolve(new Response('{"data":[2]}')))
    expect(await call('userOrder')).toEqual({ data: [2] })
    answerBy(() => Promise.resolve(new Response('{"message":"Please log in"}', { status: 401 })))
    expect(await call('userOrder')).toEqual({ data: [1] })
  })

  it('sends a body as JSON, and with it a key of its own for every change', async () => {
    await callCommand('PUT /api/update-progress-status', { body: { orderId: '1', progressId: 2 } })
    const first = last.headers['idempotency-key']
    expect([last.method, last.url, last.headers['content-type'], body]).toEqual([
      'PUT',
      '/api/update-progress-status',
      'application/json',
      '{"orderId":"1","progressId":2}',
    ])
    await callCommand('PUT /api/update-progress-status', { body: { orderId: '1', progressId: 2 } })
    expect(last.headers['idempotency-key']).not.toBe(first)
  })

  it('sends the same key again when it is given one', async () => {
    await call('signOutEverywhere', { key: 'one-intent' })
    expect(last.headers['idempotency-key']).toBe('one-intent')
  })

  it('sends no key with a question', async () => {
    await call('userOrder')
    expect(last.headers['idempotency-key']).toBeUndefined()
  })

  // spec: 8.1
  it('fails with the status, the message and the fields of the answer', async () => {
    answer = says(400, '{"message":"Please check","fields":{"email":"Please enter an email address"}}')
    const error = await failure(call('register', { body: visitor }))
    expect(error).toBeInstanceOf(HttpError)
    expect([error.status, error.message, error.fields]).toEqual([
      400,
      'Please check',
      { email: 'Please enter an email address' },
    ])
  })

  // spec: 8.2
  it('says Something Went Wrong when the answer has no message', async () => {
    answer = says(502, '<html>Bad Gateway</html>')
    expect((await failure(call('userOrder'))).message).toBe('Something Went Wrong')
    answer = says(500, '{}')
    expect((await failure(call('userOrder'))).message).toBe('Something Went Wrong')
  })

  it('fails with status 0 when no answer comes', async () => {
    answer = (request) => request.socket.destroy()
    const error = await failure(callCommand('PUT /api/read-conversation', { body: { orderId: '1', upTo: 0 } }))
    expect([error.status, error.message]).toEqual([
      0,
      'We can’t reach the server. Please try again; nothing will be saved twice.',
    ])
  })

  it.each([
    [
      'a line that goes away',
      [true, false],
      'We can’t reach the server. Please try again; nothing will be saved twice.',
    ],
    ['no line', [false, false], 'You’re offline. Nothing was sent.'],
    [
      'a line that comes back',
      [false, true],
      'We can’t reach the server. Please try again; nothing will be saved twice.',
    ],
  ])('tells of %s whether the change was sent', async (_, [before, after], message) => {
    let onLine = before
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine })
    onTestFinished(() => void delete (navigator as { onLine?: boolean }).onLine)
    answer = (request) => {
      onLine = after
      request.socket.destroy()
    }
    const change = callCommand('PUT /api/read-conversation', { body: { orderId: '1', upTo: 0 }, key: 'one-intent' })
    expect((await failure(change)).message).toBe(message)
  })

  it('is sent once more, under its key, where the answer to a change was lost', async () => {
    const keys: unknown[] = []
    answer = (request, response) => {
      keys.push(request.headers['idempotency-key'])
      if (keys.length === 1) request.socket.destroy()
      else says(200, '{"message":"Done"}')(request, response)
    }
    const change = callCommand('PUT /api/read-conversation', { body: { orderId: '1', upTo: 0 }, key: 'one-intent' })
    expect(await change).toEqual({ message: 'Done' })
    expect(keys).toEqual(['one-intent', 'one-intent'])
  })

  it('leaves it unsure whether it was made, where the repeat of a lost change is refused', async () => {
    const refused = says(429, '{"message":"Too many requests"}')
    const lost: typeof answer = (request) => request.socket.destroy()
    const isUnsure = async (...answers: (typeof answer)[]) => {
      answer = (request, response) => answers.shift()!(request, response)
      const change = callCommand('PUT /api/read-conversation', { body: { orderId: '1', upTo: 0 }, key: 'one-intent' })
      const error = await failure(change)
      return [error.status, error.isUnsure]
    }
    expect(await isUnsure(refused)).toEqual([429, false])
    expect(await isUnsure(lost, refused)).toEqual([429, true])
    expect(await isUnsure(lost, lost)).toEqual([0, true])
  })

  it('asks for the password where only the repeat of a lost change wants it, and repeats what is lost after it', async () => {
    const wanted = says(403, '{"message":"Please enter your password","confirm":"password"}')
    const lost: typeof answer = (request) => request.socket.destroy()
    onPasswordWanted(async () => true)
    for (const order of [
      [lost, wanted],
      [wanted, lost],
    ]) {
      const answers = [...order, says(200, '{"message":"Done"}')]
      answer = (request, response) => answers.shift()!(request, response)
      expect(await call('signOutEverywhere', { key: 'one-intent' })).toEqual({ message: 'Done' })
    }
  })

  it('asks for lists that contain what it was answered before, the highest position of all', async () => {
    answer = says(200, '{"position":"12000000000000000001","events":[]}')
    await callCommand('PUT /api/update-progress-status', { body: { orderId: '1', progressId: 2 } })
    answer = says(200, '{"position":"7","events":[]}')
    await callCommand('PUT /api/update-progress-status', { body: { orderId: '1', progressId: 2 } })
    await call('userOrder')
    expect(last.headers['after-position']).toBe('12000000000000000001')
  })
})

describe('the key of an intent', () => {
  it('is a UUID, and another one each time', () => {
    const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey))
    expect(keys.size).toBe(1_000)
    for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})
