import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { io } from 'socket.io-client'
import { ask, openConnections, perSecond, send, until, within } from './load.ts'
import type { Effort } from './measurements.ts'
import { median } from './numbers.ts'
import { freePort, run, temporaryFolder } from './processes.ts'

/** A limit of this machine, whatever is built on it. */
export type Limit = { title: string; unit: string; measure(effort: Effort): Promise<number> }

/** Gets the limits ready to be measured: a table, and a bare server. */
export async function openLimits(): Promise<{ limits: Limit[]; close(): Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const bare = { url, headers: { origin: url }, agent: openConnections() }
  const running = run('infra/tools/bench/bare.ts', { PORT: String(port) })
  await until(30_000, async () => {
    running.check()
    return (await send(bare, 'GET', '/constant').catch(() => undefined)) !== undefined
  })

  const socket = io(url, { transports: ['websocket'] })
  await within(10_000, new Promise<void>((connected) => socket.once('connect', connected)), 'Connecting')

  const database = new DatabaseSync(join(temporaryFolder(), 'limit.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table facts (position integer primary key, content text not null) strict')
  const insert = database.prepare('insert into facts (content) values (?)')
  const event = 'x'.repeat(300)

  const commits: Limit = {
    title: 'SQLite, one row a commit (WAL, synchronous=FULL)',
    unit: 'a second',
    measure: ({ seconds }) => perSecond(1, 500 * seconds, async () => insert.run(event)),
  }
  const echo: Limit = {
    title: 'Socket.IO, one echo after the other, p50',
    unit: 'ms',
    async measure({ clicks }) {
      const times: number[] = []
      for (let click = 0; click < clicks; click++) {
        const began = performance.now()
        await socket.emitWithAck('echo', event)
        times.push(performance.now() - began)
      }
      return median(times)
    },
  }
  const constant: Limit = {
    title: 'Express, a constant answer, 32 connections',
    unit: 'a second',
    measure: ({ seconds }) => perSecond(32, 500 * seconds, () => ask(bare, 'GET', '/constant')),
  }
  return {
    limits: [commits, echo, constant],
    async close() {
      socket.disconnect()
      database.close()
      await running.stop()
    },
  }
}
