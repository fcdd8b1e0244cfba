import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openGate } from '#infra/testing/gate.ts'
import { prepareServerProcess } from '../testing/server-process.ts'
import { startPeople } from './people.ts'
import { type Outcome, outcomeOf, peakMemory } from './report.ts'

/** What goes wrong while people work; says so in a sentence where this machine cannot let it go wrong. */
export type Fault = (effort: Effort) => Promise<Outcome | { fault: string; why: string }>

/** How often each thing goes wrong. */
export type Effort = { times: number }

/** SIGKILL at any moment. */
export const kills: Fault = async ({ times }) => {
  const server = await prepareServerProcess()
  try {
    await server.start()
    const people = await startPeople([server.url])
    let memory = 0
    for (let n = 0; n < times; n++) {
      await people.goOn(20)
      await pause(randomInt(20, 250))
      memory = Math.max(memory, peakMemory(server.pid))
      await server.kill()
      await server.start()
    }
    memory = Math.max(memory, peakMemory(server.pid))
    return await outcomeOf(`${times} kills`, people, { stores: server, memory, stop: server.kill })
  } finally {
    await server.remove()
  }
}

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
  const server = await prepareServerProcess('api', { DATA_DIR: dataDir })
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

const [minute, day] = [60_000, 24 * 60 * 60_000]

/** The clock is set: a month ahead, back to where it was, an hour behind. */
export const clockSteps: Fault = async ({ times }) => {
  const server = await prepareServerProcess(
    'api',
    {},
    { preload: fileURLToPath(import.meta.resolve('./shifted-clock.ts')) },
  )
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
