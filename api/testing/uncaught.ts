import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Imported before the server (server-process.ts): fails where nobody catches it, in a request that asks for it by a header, and
// of no connection when it is told to.

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
