// Runs on whatever Node there is (20.19 or newer): everything else runs on the Node that package.json pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const windows = process.platform === 'win32'

/** The pinned Node. */
export const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Where a run leaves what speeds up the next one. */
export const cache = join(root, 'node_modules', '.cache', 'atelier')

function stop(message) {
  console.error(message)
  process.exit(1)
}

/** The programs of packages that are started as such, the one that builds the web among them. */
const needed = [node, join(root, 'node_modules', 'vite', 'bin', 'vite.js')]

/** Installs all packages of package-lock.json, unless they are. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) stop(`Node 20.19 or newer is needed; this is ${process.version}.`)
  const stamp = join(cache, 'installed')
  if (needed.every(existsSync) && read(stamp) === installed()) return
  console.log('Installing packages (only once) …')
  // NODE_ENV=production and npm's own settings would leave some out, and the web is built here.
  const all = ['--include=dev', '--include=optional', '--include=peer']
  const npm = ['ci', ...all, '--no-audit', '--no-fund']
  const done = spawnSync('npm', npm, { cwd: root, stdio: 'inherit', shell: windows })
  if (done.status !== 0 || !needed.every(existsSync)) stop('The packages could not be installed; npm says why above.')
  write(stamp, installed())
}

/** A digest of what is to be installed, and of npm's own note of what it did install: that changes with what it leaves out. */
function installed() {
  const notes = ['package-lock.json', 'node_modules/.package-lock.json']
  return hashOf(notes.filter((path) => existsSync(join(root, path))))
}

/** Builds the web app, unless what is built was built from these very sources. */
export function build() {
  const tools = ['prepare.mjs', 'build-web.mjs', 'render-all.mjs', 'web-chunks.ts', 'web-zod.ts'].map(
    (name) => `infra/tools/run/${name}`,
  )
  const wanted = hashOf(['web', 'domain', 'vite.config.ts', 'package-lock.json', ...tools])
  // Beside what was built: where that is copied or deleted, so is the note of what it was built from.
  const stamp = join(root, 'web', 'dist', 'built')
  if (read(stamp) === wanted) return
  console.log('Building the web app …')
  run('../infra/tools/run/build-web.mjs')
  write(stamp, wanted)
}

/** Runs a package's program on the pinned Node and waits; ends this process when it fails. */
export function run(program, args = [], env = {}) {
  const path = join(root, 'node_modules', program)
  const done = spawnSync(node, [path, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/**
 * Runs a package's program on the pinned Node beside others: its exit code, and what it has said unless its `stdio` is
 * another's.
 */
export async function outputOf([program, ...args], { stdio = ['ignore', 'pipe', 'pipe'], env = {} } = {}) {
  const path = join(root, 'node_modules', program)
  const child = spawn(node, [path, ...args], { cwd: root, stdio, env: { ...process.env, ...env } })
  const pieces = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => pieces.push(piece))
  const [code] = await once(child, 'close')
  return { code, output: Buffer.concat(pieces).toString() }
}

/** Checks types, lint and format, each in a process of its own. */
export const checkingSources = () =>
  [['typescript/bin/tsc'], ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings']].map((each) => outputOf(each))

/** Runs one of our programs on the pinned Node in this process's place: its signals, its exit code. */
export async function become(program, args = []) {
  process.exit(exitCodeOf(await running(program, args, endSignal())))
}

/** The process that has started this one, as this one began. */
const parent = process.ppid

/** Aborted, with the signal, once this process is asked to end: by a signal, or by the end of the npm that has started it. */
export function endSignal() {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => controller.abort(signal))
  // What npm is told it tells its shell, which ends without a word.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && controller.abort('SIGTERM'), 100).unref()
  }
  return controller.signal
}

/** Runs one of our programs on the pinned Node until it ends, or this process is asked to: its exit code, or its signal. */
export async function running(program, args, abortSignal) {
  const env = { NODE_COMPILE_CACHE: cache, ...process.env }
  // node:sqlite is used on purpose, whatever Node warns of. A small young generation gives the buffers of an upload
  // back sooner: a file of 200 MB takes 35 MB of memory instead of 55. --expose-gc is for infra/program.ts.
  const flags = [...JSON.parse(read(join(root, 'infra/tools/run/node-flags.json'))), join(root, program), ...args]
  // By the channel it hears when this process is killed.
  const child = spawn(node, flags, { cwd: process.cwd(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  abortSignal.onabort = () => child.kill(abortSignal.reason)
  const [code, signal] = await once(child, 'exit')
  return { code, signal }
}

/** As which exit code a shell knows the end of a program. */
export const exitCodeOf = ({ code, signal }) => code ?? 128 + constants.signals[signal]

/** A digest of files and whole folders, names and contents. */
function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    hash.update(path)
    hash.update(readFileSync(join(root, path)))
  }
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (path !== 'web/dist') walk(path)
      } else if (!/\.test\.tsx?$/.test(path)) add(path)
    }
  }
  for (const path of paths) path.includes('.') ? add(path) : walk(path)
  return hash.digest('hex')
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

function write(path, text) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(path, text)
}
