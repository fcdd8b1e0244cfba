import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { expectUpload, listen, openHttp } from './http.ts'

const waitMs = 40

/** A server that reads each body, and sends its length; one sent to /upload is expected. */
async function opened() {
  const http = openHttp(
    async (request, response) => {
      if (request.url === '/upload') expectUpload(request)
      response.end(String((await text(request).catch(() => '')).length))
    },
    ({ code }, socket) => socket.end(code),
    waitMs,
  )
  const port = await listen(http, 0, '127.0.0.1')
  onTestFinished(async () => {
    http.closeAllConnections()
    http.close()
    await once(http, 'close')
  })
  return port
}

/** The answer to a body of `length` bytes, of which `sent` arrive, one every 20 milliseconds. */
async function answerTo(path: string, length: number, sent = length): Promise<string> {
  const socket = connect(await opened(), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)
  let left = sent
  const timer = setInterval(() => (left-- > 0 ? socket.write('x') : clearInterval(timer)), 20)
  onTestFinished(() => clearInterval(timer))
  return text(socket)
}

it('a body that takes too long is refused, however steadily it arrives', async () => {
  expect(await answerTo('/', 10_000)).toBe('ERR_HTTP_REQUEST_TIMEOUT')
})

it('an upload that is expected takes as long as it goes on, and is refused once it stands still', async () => {
  expect(await answerTo('/upload', 50)).toMatch(/\r\n50\r\n|\r\n\r\n50$/)
  expect(await answerTo('/upload', 50, 5)).toBe('ERR_HTTP_REQUEST_TIMEOUT')
})
