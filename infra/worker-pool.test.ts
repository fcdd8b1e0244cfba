import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorkerPool, TooCostly } from './worker-pool.ts'

let folder: string
let module: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-pool-'))
  const path = join(folder, 'jobs.mjs')
  await writeFile(
    path,
    `import { getPriority } from 'node:os'
    import { threadId } from 'node:worker_threads'
    import { serveJobs } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)}
    const jobs = {
      which: () => threadId,
      niceness: () => getPriority(),
      endless() { for (;;); },
      large() { for (const all = []; ; ) all.push(Array(10_000).fill(all.length)) },
      wrong() { throw new Error('No ink') },
    }
    serveJobs((name) => jobs[name]())`,
  )
  module = pathToFileURL(path)
})
afterAll(() => rm(folder, { recursive: true }))

const bounds = { atOnce: 2, waiting: 10, timeMs: 60_000, memory: 32 }

it('jobs are done in threads that are used again, one at a time for one key', async () => {
  const pool = createWorkerPool<string, number>(module, bounds)
  const ofAsha = await Promise.all([pool.run('asha', 'which'), pool.run('asha', 'which')])
  expect(new Set(ofAsha).size).toBe(1)
  const both = await Promise.all([pool.run('asha', 'which'), pool.run('ravi', 'which')])
  expect(new Set(both).size).toBe(2)
})

it.runIf(process.platform === 'linux')('threads stand back where that is wanted, and no other does', async () => {
  const before = getPriority()
  const pool = createWorkerPool<string, number>(module, { ...bounds, niceness: 12 })
  expect(await pool.run('asha', 'niceness')).toBe(12)
  expect(await createWorkerPool<string, number>(module, bounds).run('asha', 'niceness')).toBe(before)
  expect(getPriority()).toBe(before)
})

/** What starts a program that may not be set back, where this user and system can do that. */
const withoutTheRight = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : []
const canForbid = process.platform === 'linux' && spawnSync('env', [...withoutTheRight, 'true']).status === 0

it.runIf(canForbid)('jobs are done where threads may not be set back', async () => {
  // As under a service manager that forbids the call: without its right no process comes forward.
  const script = `import { createWorkerPool } from ${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)}
    const pool = createWorkerPool(new URL(${JSON.stringify(module.href)}), ${JSON.stringify({ ...bounds, niceness: -1 })})
    console.log(await pool.run('asha', 'niceness'))`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)('env', [...withoutTheRight, ...node])
  expect(stdout).toBe(`${getPriority()}\n`)
})

it('a job that takes more memory than there is for it is ended, and the next one is done', async () => {
  const pool = createWorkerPool<string, number>(module, { ...bounds, atOnce: 1 })
  await expect(pool.run('asha', 'large')).rejects.toThrow(TooCostly)
  await expect(pool.run('asha', 'wrong')).rejects.toThrow('No ink')
  expect(await pool.run('asha', 'which')).toBeGreaterThan(0)
})

// spec: 11.41
it('a job that takes longer than it may is ended, and the next one is done', async () => {
  const pool = createWorkerPool<string, number>(module, { ...bounds, atOnce: 1, timeMs: 5_000 })
  const endless = pool.run('asha', 'endless')
  const next = pool.run('ravi', 'which')
  await expect(endless).rejects.toThrow(new TooCostly('This task needs more time or memory than it may use.'))
  expect(await next).toBeGreaterThan(0)
})
