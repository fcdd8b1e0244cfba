import { randomInt } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'
import type { Visitor } from '#api/testing/test-server.ts'
import type { WireEvent } from '#domain/event.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { verifyStore } from '#infra/events/verify.ts'
import type { Fault } from './faults.ts'
import { type People, startPeople } from './people.ts'
import { type Flips, peakMemory } from './report.ts'

/** Where a byte is flipped while the process is down: by turns. */
const places: readonly ((dataDir: string) => Promise<unknown>)[] = [
  (dataDir) => flipInEvent(join(dataDir, 'events.db')),
  (dataDir) => flipInFile(join(dataDir, 'events.db-wal')),
  (dataDir) => flipInEvent(join(dataDir, 'events.db')),
  (dataDir) => flipInFile(join(dataDir, 'events.db')),
]

/**
 * A bit of one byte is flipped in the events, each time in a store of its own, in which people have worked and go on to
 * work. An acknowledged change then is there as it was acknowledged, or what it is in is named as damaged.
 */
export const flips: Fault = async ({ times }) => {
  const found: Flips = { flips: times, named: 0, harmless: 0, servedWrong: 0 }
  const sum = { acknowledged: 0, lost: 0, refused: 0, longestWait: 0, memory: 0 }
  const problems: string[] = []
  for (let n = 0; n < times; n++) {
    const server = await prepareServerProcess()
    try {
      await server.start()
      const people = await startPeople([server.url])
      await people.goOn(60)
      sum.memory = Math.max(sum.memory, peakMemory(server.pid))
      await server.kill()
      await places[n % places.length]!(server.dataDir)
      const round = await afterFlip(server, people)
      sum.acknowledged += people.acknowledged.length
      sum.refused += people.refused
      sum.longestWait = Math.max(sum.longestWait, people.longestWaitMs / 1_000)
      sum.lost += round.lost.length
      found.servedWrong += round.wrong.length
      if (round.named) found.named++
      else found.harmless++
      problems.push(...round.lost, ...round.wrong, ...round.unexpected)
    } finally {
      await server.remove()
    }
  }
  return { fault: `${times} flips`, ...sum, doubled: 0, problems, flips: found }
}

type Round = { named: boolean; lost: string[]; wrong: string[]; unexpected: string[] }

/** Starts the server over what was flipped, lets people go on, and compares what it answers with what it acknowledged. */
async function afterFlip(server: ServerProcess, people: People): Promise<Round> {
  const refused = await server.start().then(
    () => undefined,
    (error: Error) => error.message,
  )
  if (refused !== undefined) {
    await people.giveUp()
    const said = / is damaged/.test(refused)
    return { named: said, lost: said ? [] : [`the start failed: ${refused}`], wrong: [], unexpected: [] }
  }
  await people.goOn(20, 5_000)
  await people.finish()
  await people.giveUp() // their open pages
  const visitor = people.as('admin')
  const servedOf = openHistories(visitor)
  const wrong: string[] = []
  const missing = new Map<string, WireEvent>()
  for (const { events } of people.acknowledged) {
    for (const event of events) {
      const served = await servedOf(event)
      // Another event in its place was recorded after the end of the store was lost.
      if (served?.id !== event.id) missing.set(event.stream, event)
      else if (!isSame(served, event))
        wrong.push(`${event.stream}, revision ${event.revision} was served with ${JSON.stringify(served)}`)
    }
  }
  // All events are verified in the background: that takes a moment.
  await pause(500)
  const { damaged = [] } = (await visitor.get('/readyz')).body as { damaged?: string[] }
  const past = [...server.said, ...server.warned].some((line) =>
    /events are missing|One event is missing|the last commit is incomplete/.test(line),
  )
  await server.kill()
  const { audited, has } = await readStore(server.dataDir, [...missing.values()])
  const isNamed = ({ stream }: WireEvent) =>
    past || (damaged.includes(stream) && audited.some((line) => line.includes(stream)))
  const lost = [...missing.values()]
    // One that is there was not answered since the reader's own account is damaged.
    .filter((event) => !isNamed(event) && !has(event))
    .map(({ type, revision, stream }) => `${type} at revision ${revision} of ${stream} is not there, and not named`)
  // What began behind the end of the store that was lost is not known any more.
  const unexpected = people.unexpected.filter((answer) => !(past && answer.startsWith('404')))
  return { named: past || damaged.length > 0, lost, wrong, unexpected }
}

/** Reads events as the histories of their orders have them, each history once; undefined where that is not answered. */
function openHistories(visitor: Visitor) {
  const histories = new Map<string, Promise<WireEvent[] | undefined>>()
  return async ({ stream, revision }: WireEvent): Promise<WireEvent | undefined> => {
    const read = () => historyOf(visitor, stream.slice('order-'.length))
    const history = await (histories.get(stream) ?? histories.set(stream, read()).get(stream)!)
    return history?.find((event) => event.revision === revision)
  }
}

async function historyOf(visitor: Visitor, orderId: string): Promise<WireEvent[] | undefined> {
  const all: WireEvent[] = []
  for (let before: number | undefined; ; ) {
    const { status, body } = await visitor.get(
      `/api/get-history?id=${orderId}${before === undefined ? '' : `&before=${before}`}`,
    )
    if (status !== 200) return undefined
    all.push(...body.data)
    if (body.next === undefined) return all
    before = body.next
  }
}

const isSame = (served: WireEvent, acknowledged: WireEvent): boolean =>
  (['type', 'data', 'by', 'at'] as const).every((field) => isDeepStrictEqual(served[field], acknowledged[field]))

/** The audit of the store, and which of some events it has. */
async function readStore(dataDir: string, events: readonly WireEvent[]) {
  const lines: string[] = []
  const there = new Set<string>()
  const store = openSqliteEvents(join(dataDir, 'events.db'), (line) => lines.push(line))
  await verifyStore(store, { damage: (found) => lines.push(String(found)), progress: () => {} })
  const wanted = new Set(events.map(({ id }) => id))
  for await (const { id } of store.everyStored()) if (wanted.has(id)) there.add(id)
  await store.close()
  return { audited: lines, has: ({ id }: WireEvent) => there.has(id) }
}

/** Flips a bit in the content of an event. */
async function flipInEvent(path: string): Promise<void> {
  const database = new DatabaseSync(path)
  const { position, content } = database
    .prepare('select position, cast(content as blob) as content from events order by random() limit 1')
    .get() as { position: number; content: Uint8Array }
  content[randomInt(content.length)]! ^= 1 << randomInt(7)
  database.prepare('update events set content = cast(? as text) where position = ?').run(content, position)
  database.close()
}

/** Flips a bit anywhere in a file. */
async function flipInFile(path: string): Promise<void> {
  const { size } = await stat(path)
  if (size === 0) return
  const file = await open(path, 'r+')
  const at = randomInt(size)
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
  buffer[0]! ^= 1 << randomInt(8)
  await file.write(buffer, 0, 1, at)
  await file.close()
}
