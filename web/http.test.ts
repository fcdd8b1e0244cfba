import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isServerUp } from './http.ts'

it('finds the server up where it answers who is logged in, also that nobody is', async () => {
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/api/session' ? status : 404, { connection: 'close' }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { fetch } = globalThis
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => fetch(origin + path, init))
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const [answered, isUp] of [
    [200, true],
    [401, true],
    [404, false],
    [502, false],
    [503, false],
  ] as const) {
    status = answered
    expect([status, await isServerUp()]).toEqual([status, isUp])
  }
  await new Promise((closed) => server.close(closed))
  expect(await isServerUp()).toBe(false)
})
