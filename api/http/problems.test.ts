import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { Refusal } from '#domain/command.ts'
import { openLog } from '#infra/log.ts'
import { problems } from './problems.ts'
import { createSecurityLog } from './security-log.ts'

/** What is logged of an error that a call ends with once its client has disconnected. */
async function loggedAfterLeaving(error: Error): Promise<unknown[]> {
  const lines: string[] = []
  const log = openLog({ write: (line) => void lines.push(line) })
  const { promise: handled, resolve } = Promise.withResolvers<void>()
  const handle = problems(log, createSecurityLog(undefined, Date.now), async () => {})
  const app = express()
    .get('/call', async (request) => {
      client.destroy()
      await once(request.socket, 'close')
      throw error
    })
    .use(((thrown, request, response, next) => {
      handle(thrown, request, response, next)
      resolve()
    }) as express.ErrorRequestHandler)
  const http = app.listen(0, '127.0.0.1')
  onTestFinished(() => void http.close())
  await once(http, 'listening')
  const client = connect((http.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET /call HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await handled
  return lines.map((line) => JSON.parse(line))
}

it('logs a defect also where the client has disconnected meanwhile', async () => {
  const lines = await loggedAfterLeaving(new TypeError('it is no function'))
  expect(lines).toMatchObject([{ msg: 'a call failed', path: '/call', err: { message: 'it is no function' } }])
})

it.each([
  ['a refusal', new Refusal('No')],
  ['an answer that nobody reads', Object.assign(new Error(), { code: 'ERR_STREAM_PREMATURE_CLOSE' })],
  ['work that was not begun for them', new DOMException('The caller has gone', 'AbortError')],
])('logs nothing where a client that has disconnected leaves %s', async (_, error) => {
  expect(await loggedAfterLeaving(error)).toEqual([])
})
