import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { embedded, freePort } from '#api/testing/server-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isOpen = /^Atelier is running/

vi.setConfig({ testTimeout: 120_000 }) // npm and a start take seconds, or ten times that on a busy machine

/** README's production command, in a process group of its own, on a data folder and a port of its own. */
async function npmStart(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-npm-'))
  const port = await freePort()
  const production = { NODE_ENV: 'production', DEMO: '', HOST: '', PUBLIC_URL: '', METRICS_PORT: '' }
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, ...embedded, ...production, DATA_DIR: dataDir, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(npm, 'exit')
  const lines: string[] = []
  for (const output of [npm.stdout, npm.stderr]) createInterface(output).on('line', (line) => lines.push(line))
  /** The processes of the group: their ids and what they run. */
  const processes = () =>
    execFileSync('ps', ['-A', '-ww', '-o', 'pgid=,pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([group]) => Number(group) === npm.pid)
      .map(([, pid, ...args]) => ({ pid: Number(pid), args: args.join(' ') }))
  onTestFinished(async () => {
    if (processes().length > 0) process.kill(-npm.pid!, 'SIGKILL')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    lines,
    ended,
    processes,
    pid: npm.pid!,
    url: `http://localhost:${port}`,
    /** The process that serves. */
    server: () => processes().find(({ args }) => args.includes('api/main.ts'))!.pid,
    /** Resolves once it has been open so often. */
    opened: (times: number) =>
      expect.poll(() => lines.filter((line) => isOpen.test(line)).length, { timeout: 90_000 }).toBe(times),
  }
}

describe('npm start', () => {
  // security: 3.3
  it('starts the server anew after a crash, again and again', async () => {
    const atelier = await npmStart()
    for (const times of [1, 2]) {
      await atelier.opened(times)
      process.kill(atelier.server(), 'SIGKILL')
    }
    await atelier.opened(3)
    expect((await fetch(`${atelier.url}/healthz`)).status).toBe(200)
    expect(atelier.lines.filter((line) => line.startsWith('The server has crashed'))).toEqual([
      'The server has crashed (SIGKILL). Restarting in 1 s.',
      'The server has crashed (SIGKILL). Restarting in 2 s.',
    ])
  })

  it('ends with the sentence and the exit code of a server that cannot be started', async () => {
    const atelier = await npmStart({ METRICS_PORT: 'none' })
    expect(await atelier.ended).toEqual([1, null])
    expect(atelier.lines).toEqual(['METRICS_PORT must be a port number.'])
  })

  // spec: 11.28
  it.each([
    ['itself', ({ pid }) => pid],
    ['the server', ({ server }) => server()],
    ['all its processes', ({ pid }) => -pid],
  ] as [string, (atelier: Awaited<ReturnType<typeof npmStart>>) => number][])(
    'ends with all its processes when %s is signalled to end',
    async (_, signalled) => {
      const atelier = await npmStart()
      await atelier.opened(1)
      process.kill(signalled(atelier), 'SIGTERM')
      await atelier.ended
      await expect.poll(atelier.processes).toEqual([])
      await expect(fetch(`${atelier.url}/healthz`)).rejects.toThrow()
      expect(atelier.lines.filter((line) => line.includes('crashed'))).toEqual([])
    },
  )
})
