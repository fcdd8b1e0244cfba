import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'
import { prepareSharedStores } from '#api/testing/shared-stores.ts'
import { startDouble } from '#infra/events/testing/double.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { openGate } from '#infra/testing/gate.ts'
import { hasServers, ownServers } from '#infra/testing/servers.ts'
import { type People, startPeople } from './people.ts'
import { type Outcome, outcomeOf, peakMemory } from './report.ts'

/** Causes a fault while people work; says so in a sentence where this machine cannot cause it. */
export type Fault = (effort: Effort) => Promise<Outcome | { fault: string; why: string }>

/** How often each thing goes wrong. */
type Effort = { times: number }

/** How long a process may take that is to end in order, in milliseconds. */
const mostMs = 2_000

/** The process ends at any moment, and is started again. */
const ending =
  (signal: NodeJS.Signals, called: string): Fault =>
  async ({ times }) => {
    const server = await prepareServerProcess()
    try {
      await server.start()
      const people = await startPeople([server.url])
      let [memory, longest] = [0, 0]
      for (let n = 0; n < times; n++) {
        await people.goOn(20)
        await pause(randomInt(20, 250))
        memory = Math.max(memory, peakMemory(server.pid))
        longest = Math.max(longest, await endOf(server, signal))
        await server.start()
      }
      memory = Math.max(memory, peakMemory(server.pid))
      const fault = `${times} ${called}, ${inSeconds(longest)} at the longest`
      return slowEnd(longest, await outcomeOf(fault, people, { stores: server, memory, stop: server.kill }))
    } finally {
      await server.remove()
    }
  }
export const kills = ending('SIGKILL', 'kills')
export const ends = ending('SIGTERM', 'ends in order')

/** No room is left on the disk, and then there is again. */
export const fullDisk: Fault = async ({ times }) => {
  const disk = await mkdtemp(join(tmpdir(), 'atelier-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    await rmdir(disk)
    return { fault: 'full disk', why: 'a disk of its own could not be mounted: that takes root on Linux' }
  }
  const dataDir = join(disk, 'data')
  // What is kept free for the databases is more than this disk has.
  const server = await prepareServerProcess('api', { DATA_DIR: dataDir, DISK_RESERVE_MB: '0' })
  try {
    await server.start()
    const people = await startPeople([server.url])
    const ballast = join(disk, 'ballast')
    for (let n = 0; n < times; n++) {
      await people.goOn(20)
      await writeFile(ballast, Buffer.alloc(96 * 1024 * 1024)).catch(() => {}) // until there is no room
      const before = people.refused
      for (let waited = 0; people.refused < before + 20 && waited < 20_000; waited += 20) await pause(20)
      await rm(ballast)
    }
    await people.goOn(20)
    const memory = peakMemory(server.pid)
    return await outcomeOf(`disk full ${times} times`, people, { stores: { dataDir }, memory, stop: server.kill })
  } finally {
    await server.remove()
    execFileSync('umount', [disk])
    await rmdir(disk)
  }
}

/** The options of a program whose clock is to be set. */
const clock = { preload: fileURLToPath(import.meta.resolve('./shifted-clock.ts')) }
const [minute, day] = [60_000, 24 * 60 * 60_000]

/** The clock is set: a month ahead, back to where it was, an hour behind. */
export const clockSteps: Fault = async ({ times }) => {
  const server = await prepareServerProcess('api', {}, clock)
  try {
    await server.start()
    const people = await startPeople([server.url])
    for (let n = 0; n < times; n++) {
      for (const shift of [31 * day, 0, -60 * minute, 0]) {
        await server.tell({ shift })
        await people.goOn(40)
      }
    }
    const memory = peakMemory(server.pid)
    return await outcomeOf(`clock set ${4 * times} times`, people, { stores: server, memory, stop: server.kill })
  } finally {
    await server.remove()
  }
}

/** Half of the people come by a line that hangs without being broken off, again and again. */
export const halfOpenLinks: Fault = async ({ times }) => {
  const server = await prepareServerProcess()
  try {
    await server.start()
    const gate = await openGate(server.url)
    try {
      const people = await startPeople([server.url, gate.url.replace(/\/$/, '')])
      for (let n = 0; n < times; n++) {
        await people.goOn(20)
        n % 2 ? gate.mute() : gate.hang()
        await people.goOn(40)
        await gate.open()
      }
      const memory = peakMemory(server.pid)
      return await outcomeOf(`line hung ${times} times`, people, { stores: server, memory, stop: server.kill })
    } finally {
      await gate.close()
    }
  } finally {
    await server.remove()
  }
}

/** A store of a server: how it is away, and how it is back. */
type Line = { away(): void | Promise<void>; back(): void | Promise<void> }
type OnLines = { server: ServerProcess; lines: readonly Line[]; people: People; stores: Stores }
type Stores = Parameters<typeof outcomeOf>[2]['stores']

/** People work on a server whose stores can go away: the double of EventStoreDB, and those that this machine has. */
async function withLines(work: (on: OnLines) => Promise<Outcome>): Promise<Outcome> {
  const double = await startDouble()
  const servers = hasServers ? await ownServers() : undefined
  const settings = { EVENTSTORE_URL: double.url, ...(servers ? settingsOf(servers) : {}) }
  const server = await prepareServerProcess('api', settings)
  const lines = [
    { away: double.silence, back: double.speak },
    ...(servers ? [servers.documents, servers.files] : []).flatMap(({ hang, shut, open }) => [
      { away: hang, back: open },
      { away: shut, back: open },
    ]),
  ]
  try {
    await server.start()
    const people = await startPeople([server.url])
    const shared = servers ? { mongodbUrl: servers.mongodbUrl, s3: servers.s3 } : {}
    return await work({
      server,
      lines,
      people,
      stores: { dataDir: server.dataDir, eventStoreUrl: double.url, ...shared },
    })
  } finally {
    await server.remove()
    await servers?.remove()
    await double.close()
  }
}

/** The lines between the server and its stores hang without being broken off, or are broken off, one after the other. */
export const halfOpenStores: Fault = ({ times }) =>
  withLines(async ({ server, lines, people, stores }) => {
    for (let n = 0; n < times * lines.length; n++) {
      const line = lines[n % lines.length]!
      await people.goOn(20)
      await line.away()
      await people.goOn(40, 4_000)
      await line.back()
    }
    await people.goOn(20)
    const fault = `stores away in ${lines.length} ways ${times} times`
    return outcomeOf(fault, people, { stores, memory: peakMemory(server.pid), stop: server.kill })
  })

/** The process is to end in order while a store is away. */
export const endsWhileAway: Fault = ({ times }) =>
  withLines(async ({ server, lines, people, stores }) => {
    let [longest, memory] = [0, 0]
    for (let n = 0; n < times * lines.length; n++) {
      const line = lines[n % lines.length]!
      await people.goOn(20)
      await line.away()
      await pause(randomInt(4_000))
      memory = Math.max(memory, peakMemory(server.pid))
      longest = Math.max(longest, await endOf(server))
      await line.back()
      await startAgain(server)
    }
    const fault = `${times} ends with stores away in ${lines.length} ways, ${inSeconds(longest)} at the longest`
    return slowEnd(longest, await outcomeOf(fault, people, { stores, memory, stop: server.kill }))
  })

/** Asks a process to end: after how many milliseconds it has. */
async function endOf(server: ServerProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
  const began = performance.now()
  process.kill(server.pid, signal)
  await server.ended
  return performance.now() - began
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** The outcome, with the problem that an end took too long, if it did. */
function slowEnd(longest: number, outcome: Outcome): Outcome {
  if (longest > mostMs) outcome.problems.push(`An end took ${Math.round(longest)} ms.`)
  return outcome
}

/** Starts a process as a supervisor does: one that finds a store too busy ends, and is started again. */
async function startAgain(server: ServerProcess): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await server.start()
    } catch (error) {
      if (failures === 10) throw error
      await pause(500)
    }
  }
}

const settingsOf = ({ mongodbUrl, s3 }: Awaited<ReturnType<typeof ownServers>>) => ({
  ...{ MONGODB_URL: mongodbUrl, S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket },
})

/** Two workers, of which the one that works is stopped for longer than its lease, goes on, and has to end. */
export const twoWorkers: Fault = async ({ times }) => {
  if (!hasServers) return { fault: 'two workers', why: 'it takes servers: npm run services -- npm run endure' }
  const shared = await prepareSharedStores()
  const { settings } = shared
  const api = await prepareServerProcess('api', { ...settings, ROLE: 'api' })
  const workers = [
    await prepareServerProcess('worker', settings, clock),
    await prepareServerProcess('worker', settings, clock),
  ]
  /** Mails are due eleven minutes early, so that they are sent while it all happens. */
  const start = async (worker: ServerProcess) => {
    await startAgain(worker)
    await worker.tell({ shift: 11 * minute })
  }
  try {
    await Promise.all([start(workers[0]!), api.start()])
    const people = await startPeople([api.url])
    let memory = 0
    for (let n = 0; n < times; n++) {
      const [working, waiting] = n % 2 ? workers.toReversed() : workers
      const taking = start(waiting!)
      await people.goOn(40)
      process.kill(working!.pid, 'SIGSTOP')
      await taking // once the lease of the other has run out
      await people.goOn(40)
      memory = Math.max(memory, peakMemory(working!.pid))
      process.kill(working!.pid, 'SIGCONT')
      await working!.ended
    }
    memory = Math.max(memory, peakMemory(api.pid))
    const stop = async () => {
      for (const each of [api, ...workers]) await each.kill()
    }
    const stores = {
      dataDir: api.dataDir,
      eventStoreUrl: shared.double.url,
      mongodbUrl: shared.mongodbUrl,
      s3: shared.s3,
      masterKey: settings.MASTER_KEY,
    }
    const outcome = await outcomeOf(`worker stopped ${times} times`, people, { stores, memory, stop })
    const twice = await sentTwice(workers.map(({ dataDir }) => outboxIn(dataDir)))
    return { ...outcome, doubled: outcome.doubled + twice.length, problems: [...outcome.problems, ...twice] }
  } finally {
    for (const each of [api, ...workers]) await each.remove()
    await shared.remove()
  }
}

/** The mails that lie in these outboxes more than once, a sentence each; or that there are none at all. */
async function sentTwice(outboxes: readonly string[]): Promise<string[]> {
  const times = new Map<string, number>()
  for (const folder of outboxes) {
    for (const name of await mailsIn(folder)) {
      const [, id] = /^Message-ID: (\S+)/im.exec(String(await mailIn(folder, name)))!
      times.set(id!, (times.get(id!) ?? 0) + 1)
    }
  }
  if (times.size === 0) return ['no mail was sent, so that none could be sent twice']
  return [...times].filter(([, n]) => n > 1).map(([id, n]) => `the mail ${id} was sent ${n} times`)
}
