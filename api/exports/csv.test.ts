import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { answerCsv, type Columns, rupeesCell } from './csv.ts'

type Row = { number: number; note: string; amount: number }
const columns: Columns<Row> = {
  number: ({ number }) => number,
  note: ({ note }) => note,
  amount: ({ amount }) => rupeesCell(amount),
}

/** So many rows of a kilobyte; `drawn` of them were asked for, and `ended` once no more will be. */
function source(count: number, failAt = -1) {
  const seen = { drawn: 0, ended: false }
  async function* rows(): AsyncGenerator<Row> {
    try {
      for (let number = 0; number < count; number++) {
        if (number === failAt) throw new Error('The store is away')
        seen.drawn++
        yield { number, note: '-'.repeat(1_000), amount: -number }
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, rows }
}

/** Asks for a table over HTTP. */
async function ask(rows: () => AsyncGenerator<Row>): Promise<IncomingMessage> {
  const app = express()
  app.get('/', (_request, response) => answerCsv(response, 'rows.csv', columns, rows()))
  // What express says of errors here is its own; the api's words are tested where the api is.
  app.use(((_error, _request, response, _next) =>
    response.headersSent ? response.destroy() : response.sendStatus(503)) as express.ErrorRequestHandler)
  const http = createServer(app).listen(0, '127.0.0.1')
  onTestFinished(() => void http.close())
  await new Promise((listening) => http.once('listening', listening))
  return new Promise((resolve, reject) => {
    get({ port: (http.address() as AddressInfo).port, host: '127.0.0.1' }, resolve).on('error', reject)
  })
}

/** Resolves once a number has not changed for many turns of the event loop. */
async function settled(number: () => number): Promise<number> {
  for (let before = -1, same = 0; same < 300; ) {
    await turn()
    same = number() === before ? same + 1 : 0
    before = number()
  }
  return number()
}

it('draws rows only as fast as they are read, of 100,000 too', async () => {
  const { seen, rows } = source(100_000)
  const response = await ask(rows)
  response.pause()
  // What lies in the buffers of both ends is far less than the hundred megabytes of the whole.
  expect(await settled(() => seen.drawn)).toBeLessThan(30_000)
  let length = 0
  for await (const chunk of response) length += (chunk as Buffer).length
  expect([seen.drawn, length > 100_000_000]).toEqual([100_000, true])
})

it('draws no more once its reader is gone, and lets go of the list', async () => {
  const { seen, rows } = source(1_000_000)
  const response = await ask(rows)
  response.destroy()
  await expect.poll(() => seen.ended).toBe(true)
  expect(seen.drawn).toBeLessThan(100_000)
})

it('that fails half way is broken off, so that it is not taken for the whole', async () => {
  const response = await ask(source(10_000, 5_000).rows)
  expect(response.statusCode).toBe(200)
  await expect(text(response)).rejects.toThrow('aborted')
})

it('that fails at its first row is an error, and no table', async () => {
  const response = await ask(source(10, 0).rows)
  expect([response.statusCode, await text(response)]).toEqual([503, 'Service Unavailable'])
})

it('writes text that looks like a formula as text, and a negative number as a number', async () => {
  async function* rows(): AsyncGenerator<Row> {
    for (const note of ['=1+1', '+1', '-1', '@x', '\t=1', 'a,"b"\nc']) yield { number: -1, note, amount: -100_50 }
  }
  const table = await text(await ask(rows))
  expect(table).toBe(
    'number,note,amount\r\n' +
      ["'=1+1", "'+1", "'-1", "'@x", "'\t=1", '"a,""b""\nc"'].map((note) => `-1,${note},-100.50\r\n`).join(''),
  )
})

it('puts text of several lines in quotes, by whatever ends a line', async () => {
  async function* rows(): AsyncGenerator<Row> {
    for (const note of ['a\nb', 'a\rb', 'a\r\nb']) yield { number: 1, note, amount: 0 }
  }
  const table = await text(await ask(rows))
  expect(table).toBe('number,note,amount\r\n1,"a\nb",0\r\n1,"a\rb",0\r\n1,"a\r\nb",0\r\n')
})
