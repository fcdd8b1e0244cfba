import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianRoot, goProgram, type ServiceContext } from './install.ts'
import { freePort, listening, run, serve } from './run.ts'
import type { Service } from './service.ts'

const script = fileURLToPath(new URL('postgres.sh', import.meta.url))

/** A MongoDB-compatible server: FerretDB on PostgreSQL with the DocumentDB extension. */
export async function startFerretdb(context: ServiceContext): Promise<Service> {
  const { folder, signal } = context
  const [program, root] = await Promise.all([
    goProgram('ferretdb', 'v2.7.0', 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb', context),
    debianRoot('postgresql-18-documentdb', ['postgresql-18', 'postgresql-18-documentdb'], context),
  ])
  const postgres = await startPostgres(root, context)
  const port = await freePort(27117)
  const state = join(folder, 'ferretdb')
  await mkdir(state, { recursive: true })
  try {
    const ferretdb = await serve(
      program,
      [
        `--postgresql-url=postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
        `--listen-addr=127.0.0.1:${port}`,
        `--state-dir=${state}`,
        '--debug-addr=-',
        '--telemetry=disable',
        '--no-auth',
      ],
      () => listening(port),
      { log: join(folder, 'ferretdb.log'), signal },
    )
    return {
      against: 'FerretDB 2.7.0 on PostgreSQL 18 with DocumentDB',
      settings: { MONGODB_URL: `mongodb://127.0.0.1:${port}/atelier` },
      async stop() {
        await ferretdb.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** PostgreSQL, from another Debian than the machine's: in a root of its own, with mounts that end with it. */
async function startPostgres(root: string, { folder, signal }: ServiceContext) {
  const data = join(folder, 'postgres')
  await mkdir(data, { recursive: true })
  const port = await freePort(54329)
  const log = join(folder, 'postgres.log')
  const extend = [
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'postgres',
    '-c',
    'create extension if not exists documentdb cascade',
  ]
  const { stop } = await serve(
    'unshare',
    ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', 'sh', script, root, data, String(port)],
    async () => {
      await listening(port)
      await run('chroot', [root, 'psql', '--quiet', ...extend], { log, signal })
    },
    { log, signal, endBy: 'SIGINT' }, // at once; on SIGTERM it would wait for its own workers
  )
  return { port, stop }
}
