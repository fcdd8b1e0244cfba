import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { clientErased, fileDeleted, fileShared, meera, opened } from '#domain/samples.ts'
import { openDiskFiles } from '#infra/files/disk.ts'
import type { FileStore } from '#infra/files/store.ts'
import { startProjections } from './all.ts'
import { retentionMs } from './order/files.ts'
import { graceMs, notingReceived, openUptime, purgeReaction, quarantineMs, sweepFiles } from './sweep.ts'
import { record, testStores } from './testing.ts'

const shared = fileShared.data.file.filename
const agencyRevised = { type: 'AgencyRevised', by: meera, at: opened.at } as const
const minute = 60_000
const deletion = Date.parse(fileDeleted.at)
const monthMs = 31 * 24 * 60 * minute

type Stores = Pick<Awaited<ReturnType<typeof testStores>>, 'events' | 'documents'>

/** Files in a folder, the read model of a store, and an uptime and a clock that the test winds. */
async function scene({
  bucket = false,
  now = deletion,
  stores = {} as Partial<Stores>,
  refused = (_name: string): boolean => false,
} = {}) {
  const { events, documents } = { ...(await testStores()), ...stores }
  const folder = await mkdtemp(join(tmpdir(), 'atelier-sweep-'))
  const disk = await openDiskFiles(folder)
  // In a bucket other processes put files, too.
  const { quarantine } = disk
  const take: typeof quarantine.take = async (name) => {
    if (refused(name)) throw new Error('403 Forbidden')
    return quarantine.take(name)
  }
  const store: FileStore = { ...disk, quarantine: { ...quarantine, take }, soleWriter: disk.soleWriter && !bucket }
  const { files, received } = notingReceived(store)
  const projections = await startProjections(events, documents, (error) => {
    throw error
  })
  onTestFinished(async () => {
    await projections.close()
    await rm(folder, { recursive: true })
  })
  let [elapsed, clock] = [0, now]
  const uptime = await openUptime(documents, () => elapsed)
  onTestFinished(() => uptime.close())
  const log = { warn() {} } as never
  const { signal } = new AbortController()
  const list = async (names: AsyncIterable<string>) => (await Array.fromAsync(names)).sort()
  return {
    events,
    documents,
    /** Puts a file as a process did that is gone. */
    left: (name: string) => store.put(name, Readable.from(['content'])),
    receive: (name: string) => files.put(name, Readable.from(['content'])),
    purge: (name: string) => purgeReaction({ files }).perform([name]),
    run: (ms: number) => (elapsed += ms),
    setClock: (time: number) => (clock = time),
    async sweep(first = true, model: Parameters<typeof sweepFiles>[0]['model'] = projections.files) {
      const end = await events.end()
      await projections.files.reached(end, 5_000)
      await sweepFiles({ events, documents, files, model, uptime, received, log, now: () => clock, signal }, first)
      return { files: await list(files.list()), quarantine: await list(files.quarantine.list()) }
    },
  }
}

it('moves what no event names into quarantine, and removes it after a week of running', async () => {
  const { left, sweep, run, events } = await scene()
  await left('left.png')
  await left(shared)
  await record(events, 'order-1', opened, fileShared)
  const waiting = { files: [shared], quarantine: ['left.png'] }
  expect(await sweep()).toEqual(waiting)
  run(quarantineMs - minute)
  expect(await sweep()).toEqual(waiting)
  run(minute)
  expect(await sweep()).toEqual({ files: [shared], quarantine: [] })
})

// spec: 11.11
it('leaves a file that an event names, whatever the read model says', async () => {
  const { left, sweep, events } = await scene()
  await left(shared)
  await record(events, 'order-1', opened, fileShared)
  const wrong = { caughtUp: Promise.resolve(), collection: { getMany: async () => [] } as never }
  expect(await sweep(true, wrong)).toEqual({ files: [shared], quarantine: [] })
})

it('knows the agency’s logos by its own events, and reads no others for them', async () => {
  const stores = await testStores()
  let readings = 0
  const follow: typeof stores.events.follow = (...from) => {
    readings++
    return stores.events.follow(...from)
  }
  const { left, sweep, events } = await scene({ stores: { ...stores, events: { ...stores.events, follow } } })
  const logo = { filename: 'logo-1.png', icon: 'logo-2.png', width: 800, height: 200 }
  await record(events, 'agency-1', { ...agencyRevised, data: { logo } }, { ...agencyRevised, data: {} })
  await record(events, 'order-1', opened, fileShared)
  for (const name of ['logo-1.png', 'logo-2.png', shared]) await left(name)
  const before = readings
  expect(await sweep()).toEqual({ files: ['logo-1.png', 'logo-2.png', shared].sort(), quarantine: [] })
  expect(readings).toBe(before)
})

it('leaves all files where they are while a stream is damaged: what it names is not known', async () => {
  const { events, edited } = await testStores()
  await record(events, 'order-1', opened, fileShared)
  const flip = "update events set content = replace(content, '2026', '2025') where revision = 1"
  const { left, sweep, run } = await scene({ stores: await edited(flip) })
  await left(shared)
  expect(await sweep()).toEqual({ files: [shared], quarantine: [] })
  run(2 * quarantineMs)
  expect(await sweep(false)).toEqual({ files: [shared], quarantine: [] })
})

it('gives a file back once an event names it, as after the events were restored', async () => {
  const { left, sweep, events } = await scene()
  await left(shared)
  expect((await sweep()).quarantine).toEqual([shared])
  await record(events, 'order-1', opened, fileShared)
  expect(await sweep()).toEqual({ files: [shared], quarantine: [] })
})

it('removes a file of a client who was erased that is there again, as after files were restored', async () => {
  const { left, sweep, run, events } = await scene()
  await record(events, 'order-1', opened, fileShared, clientErased)
  await left(shared)
  expect(await sweep()).toEqual({ files: [], quarantine: [shared] })
  expect(await sweep()).toEqual({ files: [], quarantine: [shared] })
  run(quarantineMs)
  expect(await sweep()).toEqual({ files: [], quarantine: [] })
})

// spec: 11.11
it('removes nothing for good because a clock was put forward', async () => {
  const { left, purge, sweep, run, events, setClock } = await scene()
  await left('left.png')
  await left(shared)
  await record(events, 'order-1', opened, fileShared, fileDeleted)
  setClock(deletion + 20 * monthMs)
  await purge(shared) // a day after it was deleted, by a clock that is wrong
  const waiting = { files: [], quarantine: ['left.png', shared].sort() }
  await sweep()
  expect(await sweep()).toEqual(waiting)

  setClock(deletion)
  run(quarantineMs)
  expect(await sweep()).toEqual({ files: [], quarantine: [shared] })
  setClock(deletion + monthMs)
  expect(await sweep()).toEqual({ files: [], quarantine: [] })
})

it('moves a deleted file after thirty days that was not, as where a bucket refused it for days', async () => {
  const { left, sweep, run, events, setClock } = await scene()
  await left(shared)
  await record(events, 'order-1', opened, fileShared, fileDeleted)
  setClock(deletion + retentionMs - 1)
  expect(await sweep()).toEqual({ files: [shared], quarantine: [] })
  setClock(deletion + retentionMs)
  expect(await sweep()).toEqual({ files: [], quarantine: [shared] })
  expect(await sweep()).toEqual({ files: [], quarantine: [shared] })
  run(quarantineMs)
  expect(await sweep()).toEqual({ files: [], quarantine: [] })
})

it('moves a deleted file after thirty days also where this process received it', async () => {
  const { receive, sweep, run, events, setClock } = await scene()
  await receive(shared)
  await record(events, 'order-1', opened, fileShared, fileDeleted)
  setClock(deletion + retentionMs)
  await sweep(false)
  run(graceMs)
  expect(await sweep(false)).toEqual({ files: [], quarantine: [shared] })
})

it('moves the others where the store refuses one file for good', async () => {
  const refused = (name: string) => name === 'a.png'
  const { left, sweep } = await scene({ refused })
  for (const name of ['a.png', 'b.png']) await left(name)
  expect(await sweep()).toEqual({ files: ['a.png'], quarantine: ['b.png'] })
})

it('leaves alone what this process has received, whatever the clock was put back to', async () => {
  const { receive, sweep, setClock } = await scene()
  await receive('arriving.png')
  setClock(0)
  expect(await sweep()).toEqual({ files: ['arriving.png'], quarantine: [] })
})

it('gives what another process may be receiving a day of running before it moves it', async () => {
  const { left, sweep, run } = await scene({ bucket: true })
  await left('arriving.png')
  expect((await sweep()).quarantine).toEqual([])
  run(graceMs - minute)
  expect((await sweep()).quarantine).toEqual([])
  run(minute)
  expect((await sweep(false)).quarantine).toEqual(['arriving.png'])
})
