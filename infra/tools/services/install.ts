import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Missing } from './missing.ts'
import { run } from './run.ts'

/** The context of every server: where its data and its log go, and when to give up. */
export type ServiceContext = {
  /** The ignored folder of the clone. */
  folder: string
  signal: AbortSignal
  log(line: string): void
}

/** The folder of installed servers. It outlives the clone: the next one finds them again. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atelier-services')

/** The folder of something installed; `make` fills it the first time. It is there whole or not at all. */
async function installed(
  name: string,
  { log: say }: ServiceContext,
  make: (into: string) => Promise<void>,
): Promise<string> {
  const path = join(cache, name)
  if (existsSync(path)) return path
  say(`Installing ${name}, once; this takes minutes …`)
  const making = `${path}.making-${process.pid}`
  try {
    await mkdir(making, { recursive: true })
    await make(making)
    await rename(making, path).catch((error) => {
      if (!existsSync(path)) throw error // else another process has made it meanwhile
    })
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return path
}

/** The path of a Go program, built from the source of its module. */
export async function goProgram(
  name: string,
  version: string,
  module: string,
  context: ServiceContext,
): Promise<string> {
  const { folder, signal } = context
  const log = join(folder, `${name}-install.log`)
  const path = await installed(`${name}-${version}`, context, (into) =>
    run('go', ['install', `${module}@${version}`], { log, signal, env: { GOBIN: into, GOFLAGS: '' } }),
  )
  return join(path, name)
}

/** A root folder with packages of Debian's unstable release, which has what no stable one has yet. */
export async function debianRoot(name: string, packages: string[], context: ServiceContext): Promise<string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Missing('it needs a Linux machine and root')
  const { folder, signal } = context
  const options = { log: join(folder, `${name}-install.log`), signal, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  return installed(name, context, async (into) => {
    if (!existsSync('/usr/bin/mmdebstrap')) {
      await run('apt-get', ['update'], options)
      await run('apt-get', ['install', '-y', '--no-install-recommends', 'mmdebstrap'], options)
    }
    const args = [
      '--variant=apt',
      `--include=${packages.join()}`,
      // A mirror may be a snapshot of some day, older than its own date of expiry. Its signature is checked all the
      // same.
      '--aptopt=Acquire::Check-Valid-Until "false"',
      'sid',
      into,
      `deb ${await debianMirror()} sid main`,
    ]
    await run('mmdebstrap', args, options)
  })
}

/** Where this machine has its own Debian packages from. */
async function debianMirror(): Promise<string> {
  const args = ['indextargets', '--format', '$(REPO_URI) $(ORIGIN)', 'Created-By: Packages']
  const { stdout } = await promisify(execFile)('apt-get', args)
  const mirror = stdout.split('\n').find((line) => / Debian$/.test(line) && !line.includes('security'))
  if (!mirror) throw new Missing('this machine has no packages from Debian')
  return mirror.split(' ')[0]!
}
