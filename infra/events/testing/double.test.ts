import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AllStreamResolvedEvent,
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type Position,
  START,
  STREAM_EXISTS,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDouble } from './double.ts'

const said = (words: string) => jsonEvent({ id: randomUUID(), type: 'Said', data: { words } })

/** The client as its makers mean it to be used. */
async function prepared(discover = false) {
  const double = await startDouble()
  const client = EventStoreDBClient.connectionString(discover ? double.discoverUrl : double.url)
  onTestFinished(async () => {
    await client.dispose()
    await double.close()
  })
  return { double, client }
}

/** The first so many events of a subscription to the $all stream; a checkpoint is pushed among them as its position. */
async function first(
  count: number,
  client: EventStoreDBClient,
  fromPosition: Position | typeof START,
  prefix?: string,
) {
  const checkpoints: bigint[] = []
  const filter = prefix
    ? streamNameFilter({
        prefixes: [prefix],
        maxSearchWindow: 1,
        checkpointReached: (_, { commit }) => void checkpoints.push(commit),
      })
    : undefined
  const subscription = client.subscribeToAll({ fromPosition, ...(filter ? { filter } : {}) })
  const seen: AllStreamResolvedEvent[] = []
  for await (const resolved of subscription) if (seen.push(resolved) === count) break
  await subscription.unsubscribe()
  return { checkpoints, events: seen.map(({ event }) => event!) }
}

describe('the double of EventStoreDB', () => {
  it.each([false, true])(
    'appends many at once, on one call or each on its own (credentials in each: %s)',
    async (named) => {
      const { client } = await prepared()
      const credentials = named ? { username: 'ops', password: 'none' } : undefined
      const append = (
        stream: string,
        expectedRevision: bigint | typeof NO_STREAM,
        ...events: ReturnType<typeof said>[]
      ) => client.appendToStream(stream, events, { expectedRevision, ...(credentials ? { credentials } : {}) })
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => append(`talk-${n}`, NO_STREAM, said('one'), said('two'))),
      )
      expect(results.every(({ nextExpectedRevision }) => nextExpectedRevision === 1n)).toBe(true)
      expect(new Set(results.map(({ position }) => position!.commit)).size).toBe(20)
      const wrong = append('talk-1', 7n, said('three'))
      await expect(wrong).rejects.toBeInstanceOf(WrongExpectedVersionError)
      await expect(wrong).rejects.toMatchObject({ actualVersion: 1n, expectedVersion: 7n })
      await expect(append('new', 0n, said('one'))).rejects.toMatchObject({ actualVersion: 'no_stream' })
    },
  )

  it('takes a repetition for what it is, at a revision and at any', async () => {
    const { client, double } = await prepared()
    const events = [said('one'), said('two')]
    const before = await client.appendToStream('talk', events, { expectedRevision: NO_STREAM })
    await client.appendToStream('talk', said('three'))
    const recorded = double.entries.length
    for (const expectedRevision of [NO_STREAM, ANY, STREAM_EXISTS] as const) {
      expect(await client.appendToStream('talk', events, { expectedRevision })).toEqual(before)
    }
    expect(double.entries).toHaveLength(recorded)
    const half = client.appendToStream('talk', [events[0]!, said('other')], { expectedRevision: NO_STREAM })
    await expect(half).rejects.toBeInstanceOf(WrongExpectedVersionError)
    const missing = client.appendToStream('nowhere', said('one'), { expectedRevision: STREAM_EXISTS })
    await expect(missing).rejects.toBeInstanceOf(WrongExpectedVersionError)
  })

  it('leaves gaps between positions, and has events of its own between ours', async () => {
    const { client } = await prepared()
    for (const words of ['one', 'two', 'three', 'four']) await client.appendToStream('talk', said(words))
    const { events } = await first(8, client, START)
    expect(events.some(({ streamId }) => streamId.startsWith('$'))).toBe(true)
    expect(
      events.every(({ position }, at) => at === 0 || position.commit > events[at - 1]!.position.commit + 50n),
    ).toBe(true)
  })

  it('reads from a position on, that included; subscribes after it', async () => {
    const { client } = await prepared()
    for (const words of ['one', 'two', 'three']) await client.appendToStream('talk', said(words))
    const { events } = await first(3, client, START, 'talk')
    const read: bigint[] = []
    for await (const { event } of client.readAll({ fromPosition: events[1]!.position, maxCount: 1 })) {
      read.push(event!.position.commit)
    }
    expect(read).toEqual([events[1]!.position.commit])
    const after = await first(1, client, events[1]!.position, 'talk')
    expect(after.events).toEqual([events[2]])
  })

  it('leaves the first event out after a position that is no one’s', async () => {
    const { client, double } = await prepared()
    await client.appendToStream('talk', [said('one'), said('two'), said('three')])
    const [one, two, three] = double.entries.filter(({ stream }) => stream === 'talk')
    const between = { commit: one!.position + 1n, prepare: one!.position + 1n }
    const [next] = (await first(1, client, between)).events
    expect(two!.position).toBeLessThan(three!.position)
    expect(next!.position.commit).toBe(three!.position)
  })

  it('reads backwards, and from the end', async () => {
    const { client, double } = await prepared()
    await client.appendToStream('talk', [said('one'), said('two')])
    const last: bigint[] = []
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
      last.push(event!.position.commit)
    }
    expect(last).toEqual([double.entries.at(-1)!.position])
    const revisions: bigint[] = []
    for await (const { event } of client.readStream('talk', { direction: BACKWARDS, fromRevision: END })) {
      revisions.push(event!.revision)
    }
    expect(revisions).toEqual([1n, 0n])
  })

  it('tells a filtered subscription how far it has looked', async () => {
    const { client } = await prepared()
    for (let n = 0; n < 4; n++) await client.appendToStream(n % 2 ? 'mine' : 'other', said('word'))
    const { checkpoints, events } = await first(2, client, START, 'mine')
    expect(events.map(({ streamId }) => streamId)).toEqual(['mine', 'mine'])
    expect(checkpoints.length).toBeGreaterThan(2)
  })

  it('is found by a client that asks the cluster for its leader', async () => {
    const { client } = await prepared(true)
    expect(await client.appendToStream('talk', said('one'))).toMatchObject({ nextExpectedRevision: 0n })
  })

  it('keeps what it has in a file, when it is told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-double-'))
    const file = join(folder, 'events')
    const double = await startDouble(file)
    const client = EventStoreDBClient.connectionString(double.url)
    await client.appendToStream('talk', said('one'))
    await client.dispose()
    await double.close()
    const again = await startDouble(file)
    expect(again.entries).toEqual(double.entries)
    await again.close()
    await rm(folder, { recursive: true })
  })
})
