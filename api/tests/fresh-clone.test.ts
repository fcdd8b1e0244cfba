import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '#api/testing/server-process.ts'
import { Visitor } from '#api/testing/test-server.ts'
import { demo, demoPassword } from '#domain/samples.ts'
import { isAlive } from '#infra/tools/services/is-alive.ts'

// A clone of the repository: what is committed, no packages, nothing built.

vi.setConfig({ testTimeout: 900_000, hookTimeout: 60_000 }) // packages are installed, twice

const repository = fileURLToPath(new URL('../..', import.meta.url))
const admin = { email: 'you@example.com', password: 'a-ledger-by-hand' }

let folder: string
let clone: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-clone-'))
  clone = join(folder, 'atelier')
  const gitConfig = join(folder, 'gitconfig')
  writeFileSync(gitConfig, '[safe]\n\tdirectory = *\n') // a build's checkout may be another user's
  const env = { ...process.env, GIT_CONFIG_GLOBAL: gitConfig }
  execFileSync('git', ['clone', '--quiet', repository, clone], { env })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** The environment of a shell in which nothing was set: what npm and the tests have set is not handed on. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', HOME, npm_config_cache, npm_config_registry } = process.env
  const path = PATH.split(delimiter).filter((each) => !each.includes('node_modules'))
  return { PATH: path.join(delimiter), HOME, npm_config_cache, npm_config_registry }
}

/** README's command for production, with a folder and a password in the places it leaves for them. */
function productionCommand(): string {
  const [, command = ''] = /```sh\n(NODE_ENV=production .*?)```/s.exec(readFileSync(join(clone, 'README.md'), 'utf8'))!
  expect(command).toContain('DATA_DIR=/srv/atelier ')
  expect(command).toContain(`ADMIN_EMAIL=${admin.email} ADMIN_PASSWORD=… `)
  return command.replace('/srv/atelier', join(folder, 'data')).replace('…', admin.password)
}

/** Runs a command in the clone until it says that it is open. */
async function start(command: string) {
  const port = await freePort()
  const child = spawn('sh', ['-c', command], {
    cwd: clone,
    env: { ...bareEnvironment(), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a group of its own: npm and all it starts are stopped together
  })
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {} // it has ended
  }
  onTestFinished(() => kill('SIGKILL'))
  const said: string[] = []
  const open = Promise.withResolvers<void>()
  createInterface(child.stdout)
    .on('line', (line) => {
      said.push(line)
      if (line.startsWith('Atelier is running')) open.resolve()
    })
    .on('close', () => open.reject(new Error(`It ended before it was open:\n${said.join('\n')}`)))
  await open.promise
  return {
    said,
    visitor: new Visitor(`http://localhost:${port}`),
    async stop() {
      kill('SIGTERM')
      await expect.poll(() => isAlive(-child.pid!), { timeout: 20_000 }).toBe(false)
    },
  }
}

/** Everything the page's own scripts say. */
async function pageOf(visitor: Visitor): Promise<{ html: string; script: string }> {
  const { status, text: html } = await visitor.get('/', { Accept: 'text/html' })
  expect(status).toBe(200)
  const scripts = [...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => visitor.get(path!))
  expect(scripts).not.toHaveLength(0)
  const answers = await Promise.all(scripts)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  return { html, script: answers.map(({ text }) => text).join('\n') }
}

describe('a fresh clone', () => {
  it('is started for real by the command of the README, and starts again', async () => {
    const first = await start(productionCommand())
    expect((await pageOf(first.visitor)).html).toContain('<div id="root">')
    expect((await first.visitor.post('/api/login', admin)).status).toBe(200)
    await first.stop()
    await expect(first.visitor.get('/')).rejects.toThrow()

    const second = await start(productionCommand())
    expect(second.said.join('\n')).not.toMatch(/Installing|Building/)
    expect((await second.visitor.post('/api/login', admin)).status).toBe(200)
    await second.stop()
  })

  it('is mended where packages were left out by an earlier start, or by npm', async () => {
    execFileSync('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], { cwd: clone, env: bareEnvironment() })
    // As an earlier version noted that the packages were installed.
    const noted = createHash('sha256')
      .update('package-lock.json')
      .update(readFileSync(join(clone, 'package-lock.json')))
    mkdirSync(join(clone, 'node_modules/.cache/atelier'), { recursive: true })
    writeFileSync(join(clone, 'node_modules/.cache/atelier/installed'), noted.digest('hex'))
    expect(existsSync(join(clone, 'node_modules/vite'))).toBe(false)
    const server = await start(`npm_config_omit=dev ${productionCommand()}`)
    expect(server.said.join('\n')).toContain('Installing packages')
    expect((await pageOf(server.visitor)).html).toContain('<div id="root">')
    await server.stop()
  })

  it('builds the same page whatever NODE_ENV is, with what was mended, and opens the demo', async () => {
    rmSync(join(clone, 'web/dist'), { recursive: true, force: true, maxRetries: 5 })
    const server = await start('NODE_ENV=development npm start')
    const { script } = await pageOf(server.visitor)
    expect(script.includes('React DevTools')).toBe(false) // which React mentions wherever it is not built for production
    const { accounts } = demo({ now: new Date().toISOString(), hash: String, idOf: String, orderIdOf: String })
    const login = { email: accounts[0]!.email, password: demoPassword }
    expect((await server.visitor.post('/api/login', login)).status).toBe(200)
    await server.stop()
  })
})
