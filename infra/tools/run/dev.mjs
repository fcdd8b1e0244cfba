// npm run dev: Vite's development server, and behind it the api, restarted when its code changes. PORT (3000) is the port to
// open in a browser; API_PORT is the api's own, a free one unless set.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endSignal, install, node, root } from './prepare.mjs'

install()
if (existsSync('.env')) process.loadEnvFile('.env') // as the api does, whose ports these are

const host = process.env.HOST || '127.0.0.1'
const port = await listenable('PORT', 3000)
const apiPort = await listenable('API_PORT', 0)
const address = `http://${nameOf(host)}:${port}`

const children = []
let ending = false
endSignal().onabort = () => end(0)

start('Vite', ['node_modules/vite/bin/vite.js', '--host', host, '--port', port, '--strictPort', '--logLevel', 'warn'], {
  API_URL: `http://${nameOf(host)}:${apiPort}`,
})
await listening(port)
// PUBLIC_URL is Vite's address: the api prints it when it is ready, and begins the links in mails with it.
const nodeFlags = JSON.parse(readFileSync(new URL('./node-flags.json', import.meta.url), 'utf8'))
// By folder, so that a change is noticed whatever files a failed start had come to load.
const watched = ['domain', 'infra', 'projections', 'api'].map((folder) => `--watch-path=${join(root, folder)}`)
start('The api', ['--watch', ...watched, '--watch-preserve-output', ...nodeFlags, join(root, 'api/main.ts')], {
  HOST: host,
  PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL || address,
})

/** Starts one of the two programs. If it ends by itself, this prints which one did, and stops the other. */
function start(name, args, settings) {
  if (ending) return
  const env = { ...process.env, NODE_ENV: 'development', ...settings }
  // In a process group of its own Ctrl-C does not reach the child: it gets one SIGTERM from `end`, and time to close.
  const detached = process.platform !== 'win32'
  const child = spawn(node, args.map(String), { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env, detached })
  children.push(child)
  child.on('exit', (code, signal) => {
    if (ending) return
    console.error(`${name} ended (${signal ?? `exit code ${code}`}).`)
    void end(1)
  })
}

async function end(code) {
  if (ending) return
  ending = true
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(
    running.map((child) => {
      child.kill('SIGTERM')
      return once(child, 'exit')
    }),
  )
  process.exit(code)
}

/** The port that a setting names, or a free one for 0. Ends this process with a message when it cannot be used. */
async function listenable(setting, usual) {
  const wanted = Number(process.env[setting] || usual)
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) stop(`${setting} must be a port number.`)
  const server = createServer()
  try {
    server.listen(wanted, host)
    await once(server, 'listening')
  } catch (error) {
    if (error.code === 'EADDRINUSE') stop(`${setting} ${wanted} is in use by another program.`)
    stop(`Cannot listen on HOST ${host}, ${setting} ${wanted}: ${error.message}.`)
  }
  const found = server.address().port
  server.close()
  await once(server, 'close')
  return found
}

/** Resolves once something listens on the port, or `end` was called. */
async function listening(port) {
  const there = () =>
    new Promise((resolve) => {
      const socket = connect(port, nameOf(host), () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  while (!ending && !(await there())) await pause(50)
}

/** A host as it is written in a link: `localhost` for addresses that mean this machine. */
function nameOf(host) {
  return ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
