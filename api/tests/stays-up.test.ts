import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { livePath, rawPage } from '#api/testing/raw-page.ts'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'

// The server as a process of its own: what ends it would end this one too.

const preload = fileURLToPath(import.meta.resolve('../testing/uncaught.ts'))

/** A server that can be made to fail. */
async function startFailing() {
  const server = await prepareServerProcess('api', {}, { preload })
  onTestFinished(() => server.remove())
  await server.start()
  return server
}

const health = async (url: string) => (await fetch(`${url}/healthz`)).status

describe('a stranger', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await prepareServerProcess()
    await server.start()
  })
  afterAll(() => server.remove())

  // security: 3.2
  it.each([
    '40{"viewAs":{"toString":1}}',
    '40{"viewAs":{"toString":null,"valueOf":null}}',
    '40{"__proto__":{"viewAs":1}}',
    '40/other,{}',
    '451-["watch",{"_placeholder":true,"num":1e9}]',
  ])('who says %s without a session ends nothing', async (packet) => {
    const page = await rawPage(server.url, {})
    page.say(packet)
    page.end()
    page.read()
    await page.closed
    expect(await health(server.url)).toBe(200)
  })

  // security: 3.2
  it.each(['/', '/socket.io', livePath, '/socket.io/?EIO=4'])(
    'who asks for a websocket at %s and breaks off ends nothing',
    async (path) => {
      const socket = connect(server.port, 'localhost')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      // Answered or not: the request has been read once a later one is answered.
      expect(await health(server.url)).toBe(200)
      socket.resetAndDestroy()
      await once(socket, 'close')
      for (let n = 0; n < 20; n++) expect(await health(server.url)).toBe(200)
    },
  )
})

describe('a failure that no code caught', () => {
  // security: 3.3
  it('ends the connection that it is of, and is logged', async () => {
    const server = await startFailing()
    const socket = connect(server.port, 'localhost')
    socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nX-Fail: 1\r\nContent-Length: 9\r\n\r\n') // and no more
    await once(socket.resume(), 'close')
    expect(await health(server.url)).toBe(200)
    const logged = server.said.filter((line) => line.includes('a failure of a request')).map((line) => JSON.parse(line))
    expect(logged).toEqual([expect.objectContaining({ level: 50, msg: expect.stringContaining('its connection') })])
  })

  // security: 3.3
  it('of which nothing more is known ends the process in order, as crashed', async () => {
    const server = await startFailing()
    const { ended } = server
    server.tell({}).catch(() => {}) // it answers nothing
    expect(await ended).toEqual([70, null])
    const logged = server.said.filter((line) => line.includes('a failure of no connection'))
    expect(logged.map((line) => JSON.parse(line).level)).toEqual([60])
  })
})
