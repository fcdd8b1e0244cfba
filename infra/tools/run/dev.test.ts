import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#domain/samples.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = relative(root, fileURLToPath(new URL('./dev.mjs', import.meta.url)))
const parts = ['domain', 'infra', 'projections', 'api', 'web', 'package.json', 'package-lock.json']
const configuration = ['tsconfig.json', 'vite.config.ts']

/** A clone with its packages installed, whose files a test may change. */
async function cloned(): Promise<string> {
  const clone = await realpath(await mkdtemp(join(tmpdir(), 'atelier-dev-')))
  const isSource = (path: string) => path !== join(root, 'web/dist')
  for (const part of [...parts, ...configuration]) {
    await cp(join(root, part), join(clone, part), { recursive: true, filter: isSource })
  }
  // Package by package, so that what Vite keeps beside them is the clone's own.
  await mkdir(join(clone, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '.vite') await symlink(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  }
  return clone
}

/** The settings of a developer who has set none, whatever servers the tests were given. */
const unset = { DATA_DIR: '', DEMO: '', EVENTSTORE_URL: '', MONGODB_URL: '', S3_ENDPOINT: '', S3_BUCKET: '', HOST: '' }

const isOpen = /Atelier is running at (http:\S+)/

/** `npm run dev` in a clone, with everything it prints. */
function start(clone: string, settings: Record<string, string>) {
  const env = { ...process.env, ...unset, ...settings }
  const dev = spawn(process.execPath, [program], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(dev, 'exit').then(([code]) => code as number)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const output of [dev.stdout!, dev.stderr!]) {
    createInterface(output).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  }
  /** Resolves with the first line that fits among those printed after the first `after`. */
  const line = (pattern: RegExp, after = 0) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.slice(after).find((each) => pattern.test(each))
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      void ended.then(() => reject(new Error(`it ended before it printed ${pattern}: ${lines.join('\n')}`)))
    })
  return { dev, lines, line, ended }
}

/** The processes that still run anything of a clone: their ids and what they run. */
const processesOf = (clone: string) =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(clone))
    .map((line) => ({ pid: Number(line.trim().split(' ')[0]), args: line }))

async function stop(dev: ChildProcess, ended: Promise<number>) {
  if (dev.exitCode === null && dev.signalCode === null) dev.kill('SIGINT')
  return ended
}

describe('npm run dev', () => {
  let clone: string
  let running: ReturnType<typeof start>
  let address: string

  beforeAll(async () => {
    clone = await cloned()
    running = start(clone, { PORT: '0' })
    address = isOpen.exec(await running.line(isOpen))![1]!
  })
  afterAll(async () => {
    await stop(running.dev, running.ended)
    await rm(clone, { recursive: true, force: true, maxRetries: 5 })
  })

  const logIn = () =>
    fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: address },
      body: JSON.stringify({ email: adminOf(running.lines), password: demoPassword }),
    })

  it('prints one address', () =>
    expect(running.lines.flatMap((line) => line.match(/https?:\S+/g) ?? [])).toEqual([address]))
  it('serves the page from its sources', async () => {
    const page = await fetch(address, { headers: { Accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/@vite/client')])
    const script = await fetch(`${address}/main.tsx`)
    expect([script.status, script.headers.get('Content-Type')]).toEqual([200, 'text/javascript'])
  })
  it('serves a module of the page whose name begins like a path of the api', async () => {
    const module = await fetch(`${address}/api.ts`)
    expect([module.status, module.headers.get('Content-Type')]).toEqual([200, 'text/javascript'])
  })
  it('proxies the api, which has the demo', async () => expect((await logIn()).status).toBe(200))
  it('proxies the websocket', async () => {
    const cookie = (await logIn()).headers.getSetCookie()[0]!.split(';')[0]!
    const options = { transports: ['websocket'], forceNew: true, reconnection: false }
    const socket = io(address, { ...options, extraHeaders: { Origin: address, Cookie: cookie } })
    await new Promise((resolve, reject) => socket.on('connect', () => resolve(undefined)).on('connect_error', reject))
    socket.close()
  })
  it('restarts the api when its code changes, also after a syntax error', async () => {
    const changed = join(clone, 'domain/event.ts')
    const before = await readFile(changed, 'utf8')
    const save = async (content: string, noticed: RegExp) => {
      const seen = running.lines.length
      await writeFile(changed, content)
      await running.line(noticed, seen)
    }
    const isServed = () =>
      expect
        .poll(() =>
          logIn().then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200)
    await save(`${before}console.log('the domain was changed')\n`, /the domain was changed/)
    await running.line(isOpen, running.lines.indexOf('the domain was changed'))
    await isServed()

    await save(`${before})(\n`, /Failed running/)
    await save(before, isOpen)
    await isServed()
  })
  it('stops both on Ctrl-C', async () => {
    expect(await stop(running.dev, running.ended)).toBe(0)
    expect(processesOf(clone)).toEqual([])
    await expect(fetch(address)).rejects.toThrow()
  })
  it('says so when one of the two crashes, and stops the other', async () => {
    const again = start(clone, { PORT: '0' })
    await again.line(isOpen)
    process.kill(processesOf(clone).find(({ args }) => args.includes('vite'))!.pid, 'SIGKILL')
    expect(await again.ended).toBe(1)
    expect(again.lines.at(-1)).toBe('Vite ended (SIGKILL).')
    expect(processesOf(clone)).toEqual([])
  })
  it.each(['PORT', 'API_PORT'])('says so when %s is taken', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const refused = start(clone, { PORT: '0', [setting]: String(port) })
    expect(await refused.ended).toBe(1)
    expect(refused.lines).toEqual([`${setting} ${port} is in use by another program.`])
    other.close()
  })
})

/** The email address of the demo's admin, as it was printed. */
const adminOf = (lines: readonly string[]) => /admin\s+(\S+@\S+)/.exec(lines.join('\n'))![1]!
