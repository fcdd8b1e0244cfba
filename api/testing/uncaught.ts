import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Imported before the server (server-process.ts). Throws where no code catches it: in a request with the header `x-fail`, and
// outside any connection when the parent process sends a message.

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage }
  if (request.headers['x-fail'] === undefined) return
  setImmediate(() => {
    throw new Error('a failure of a request')
  })
})
process.on('message', () => {
  throw new Error('a failure of no connection')
})
