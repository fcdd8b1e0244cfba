import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readSettings } from '#infra/settings.ts'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import { audit } from '#projections/audit.ts'
import { embedded } from '../testing/server-process.ts'
import {
  type Answer,
  adminLogin,
  picture,
  startTestServer,
  type Visitor,
  validAnswers,
} from '../testing/test-server.ts'

// What becomes of a data folder of which one file is deleted, cut or has a flipped bit, and of one on which a program is killed.

/** What a start on a spoilt folder came to. */
type Verdict = 'refused' | 'named' | 'as before' | 'LOST SILENTLY'
type Row = { what: string; file: string; verdicts: Partial<Record<Verdict, number>>; said: Set<string> }
type FolderOutcome = { rows: Row[]; problems: string[] }

/** A data folder with two clients, their orders, a draft and a file, as a stopped server leaves it, and who is logged in. */
async function prepare() {
  const server = await startTestServer()
  const [asha, ravi] = [await server.client('Asha Rao'), await server.client('Ravi Nair')]
  const orders = [await asha.order(), await ravi.order()]
  for (const progressId of [1, 2, 3]) {
    await (await server.admin()).put('/api/update-progress-status', { orderId: orders[0], progressId })
  }
  await asha.post('/api/send-message', { orderId: orders[0], text: 'Bread at six' })
  await server.settled()
  await asha.submit(validAnswers, { 7: picture('door.png', 2_000) })
  await server.settled()
  // Sending the answers has emptied the draft.
  const draft = { answers: [{ id: 1, answer: 'Before six', age: 0 }] }
  if ((await asha.put('/api/save-draft', draft)).status !== 200) throw new Error('the draft was not taken')
  const [file] = await readdir(join(server.dataDir, 'files/files'))
  const paths = [
    ...['/api/user-order', '/api/get-draft', `/uploads/${file}`],
    ...orders.map((id) => `/api/get-history?id=${id}`),
  ]
  const before = await seen(asha, paths)
  await server.stop()
  return { dataDir: server.dataDir, asha, paths, before, remove: () => rm(server.dataDir, { recursive: true }) }
}

/** What a client is shown of all that they have, as text; where it is not answered, the status. */
async function seen(visitor: Pick<Visitor, 'get'>, paths: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for (const path of paths) {
    const { status, body, text }: Answer = await visitor.get(path)
    all.push(status === 200 ? JSON.stringify(body?.data ?? body ?? text) : String(status))
  }
  return all
}

/** Collects what is said on the error output meanwhile. */
function listen() {
  const [said, say] = [[] as string[], console.error]
  console.error = (...words: unknown[]) => void said.push(words.join(' '))
  return { said, end: () => (console.error = say) }
}

const log = (said: string[]) => {
  const note = (about: unknown, message?: string) => void said.push(message ?? String(about))
  return { info() {}, warn: note, error: note, fatal: note } as never
}

/** Starts a server on a copy of a folder that was spoilt, and compares what it answers with what it answered before. */
async function startOn(
  folder: string,
  { asha, paths, before }: Awaited<ReturnType<typeof prepare>>,
): Promise<[Verdict, string]> {
  const { said, end } = listen()
  try {
    const server = await startTestServer({ dataDir: folder }, log(said)).catch((error: Error) => error)
    if (server instanceof Error) {
      return /^(Misconfigured|CommandError)$/.test(server.name)
        ? ['refused', server.message]
        : ['LOST SILENTLY', `ended with ${server.stack}`]
    }
    try {
      const health = async () => (await server.visitor().get('/readyz')).body
      const until = performance.now() + 5_000
      while (!(await health()).caughtUp && performance.now() < until) await pause(10)
      const visitor = Object.assign(server.visitor(), { cookie: asha.cookie })
      let now = await seen(visitor, paths)
      if (now.every((each) => each === '401')) {
        await visitor.post('/api/login', { email: 'client-1@example.com', password: 'bread-at-six-gone-by-ten' })
        now = await seen(visitor, paths)
      }
      await pause(100) // for what is verified in the background
      const { damaged, keys, warnings, setAside } = await health()
      const words = [
        ...said,
        ...Object.entries({ damaged, keys, warnings, setAside }).flatMap(([name, value]) =>
          value ? [`${name}: ${JSON.stringify(value)}`] : [],
        ),
      ]
      if (words.length > 0) return ['named', words.join(' | ')]
      const at = now.findIndex((each, n) => each !== before[n])
      if (at >= 0) await audit(readSettings({ DATA_DIR: folder }), { log: (line) => void said.push(line), status() {} })
      const found = said.filter((line) => /missing|damaged|changed|shorter/i.test(line))
      if (found.length > 0) return ['named', `by the audit: ${found.join(' | ')}`]
      return at < 0 ? ['as before', ''] : ['LOST SILENTLY', `answer ${at} is ${now[at]!.slice(0, 200)}`]
    } finally {
      await server.stop()
    }
  } finally {
    end()
  }
}

async function flip(path: string, at: number, bit: number) {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0]! ^= 1 << bit
  await file.write(byte, 0, 1, at)
  await file.close()
}

/** Numbers that look random, and are the same for a seed: https://en.wikipedia.org/wiki/Linear_congruential_generator. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Up to so many bytes every position is flipped. */
const small = 256

/**
 * Each file of a data folder deleted, cut to nothing and to half, and with one bit flipped: at every position of small ones, at
 * `flips` by seed of large ones.
 */
async function spoilFiles(flips: number, seed: number): Promise<FolderOutcome> {
  const prepared = await prepare()
  const { dataDir } = prepared
  const random = randomFrom(seed)
  const rows: Row[] = []
  const problems: string[] = []
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.lock'))
    .map((entry) => join(entry.parentPath, entry.name))
  async function spoil(what: string, file: string, work: (path: string) => Promise<unknown>) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-spoilt-'))
    const name = relative(dataDir, file)
    await cp(dataDir, folder, { recursive: true })
    await work(join(folder, name))
    const [verdict, words] = await startOn(folder, prepared)
    await rm(folder, { recursive: true })
    const row = rows.find((each) => each.what === what && each.file === name) ?? {
      what,
      file: name,
      verdicts: {},
      said: new Set(),
    }
    if (!rows.includes(row)) rows.push(row)
    row.verdicts[verdict] = (row.verdicts[verdict] ?? 0) + 1
    if (words) row.said.add(words.replaceAll(folder, '…').slice(0, 160))
    if (verdict === 'LOST SILENTLY') problems.push(`${name} ${what}: ${words.replaceAll(folder, '…')}`)
  }
  for (const file of files) {
    const { size } = await stat(file)
    await spoil('deleted', file, (path) => rm(path))
    await spoil('cut to nothing', file, (path) => truncate(path))
    await spoil('cut to half', file, (path) => truncate(path, size >> 1))
    const places =
      size <= small ? Array.from({ length: size }, (_, at) => at) : Array.from({ length: flips }, () => random(size))
    for (const at of places) await spoil('a bit flipped', file, (path) => flip(path, at, random(8)))
    console.log(`  ${relative(dataDir, file)} (${size} bytes)`)
  }
  await prepared.remove()
  return { rows, problems }
}

const programs = { backup: '../control/backup.ts', restore: '../control/restore.ts', start: '../main.ts' }

/** Runs a program on a data folder, and kills it after so many milliseconds, unless it has ended; answers what it said. */
async function killed(program: keyof typeof programs, args: string[], dataDir: string, afterMs?: number) {
  const path = fileURLToPath(new URL(programs[program], import.meta.url))
  const env = {
    ...process.env,
    ...embedded,
    NODE_ENV: 'test',
    DEMO: 'false',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: adminLogin.email,
    ADMIN_PASSWORD: adminLogin.password,
  }
  const child = spawn(process.execPath, [...nodeFlags, path, ...args], {
    env,
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const words: string[] = []
  child.stderr!.on('data', (chunk) => words.push(String(chunk)))
  const ended = once(child, 'exit')
  if (afterMs !== undefined) await Promise.race([pause(afterMs), ended])
  if (afterMs !== undefined) child.kill('SIGKILL')
  const [code] = await ended
  return { code: code as number | null, said: words.join('') }
}

/** SIGKILL at so many moments each of a backup, a restore and a first start, spread over how long each takes; and what it leaves. */
async function killPrograms(times: number): Promise<FolderOutcome> {
  const prepared = await prepare()
  const { dataDir } = prepared
  const rows: Row[] = []
  const problems: string[] = []
  const note = (what: string, verdict: Verdict, words = '') => {
    const row = rows.find((each) => each.what === what) ?? { what, file: '', verdicts: {}, said: new Set() }
    if (!rows.includes(row)) rows.push(row)
    row.verdicts[verdict] = (row.verdicts[verdict] ?? 0) + 1
    if (words) row.said.add(words.slice(0, 160))
    if (verdict === 'LOST SILENTLY') problems.push(`${what}: ${words}`)
  }
  const backups = await mkdtemp(join(tmpdir(), 'atelier-backups-'))
  const keys = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const took = await timed(() => killed('backup', [`--to=${backups}`, `--keys-to=${keys}`], dataDir))
  const [whole] = await readdir(backups)
  const [wholeKeys] = await readdir(keys)
  const moment = (n: number, lasts: number) => lasts * (0.3 + (0.7 * n) / times)

  for (let n = 0; n < times; n++) {
    const to = await mkdtemp(join(tmpdir(), 'atelier-backups-'))
    await killed('backup', [`--to=${to}`], dataDir, moment(n, took))
    const made = (await readdir(to)).filter((name) => !name.endsWith('.incomplete'))
    for (const name of made) {
      const folder = join(to, 'restored')
      await cp(join(dataDir, 'keys'), join(folder, 'keys'), { recursive: true })
      const { code, said } = await killed('restore', [join(to, name), `--to=${folder}`], folder)
      note('a backup killed', code === 0 ? 'as before' : 'LOST SILENTLY', said)
    }
    if (made.length === 0) note('a backup killed', 'named', 'no backup of that name is there')
    await rm(to, { recursive: true })
  }

  const restore = (folder: string) => [
    join(backups, whole!),
    `--to=${folder}`,
    `--keys-backup=${join(keys, wholeKeys!)}`,
  ]
  const first = await mkdtemp(join(tmpdir(), 'atelier-restored-'))
  const restoreTook = await timed(() => killed('restore', restore(first), first))
  await rm(first, { recursive: true })
  for (let n = 0; n < times; n++) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-restored-'))
    await killed('restore', restore(folder), folder, moment(n, restoreTook))
    const isWhole = (await readdir(folder)).includes('events.db')
    const isEmpty = (await readdir(folder)).length === 0
    if (!isWhole && !isEmpty) {
      const [verdict, words] = await startOn(folder, prepared)
      note(
        'a restore killed, then started',
        verdict === 'refused' ? 'refused' : 'LOST SILENTLY',
        words.replaceAll(folder, '…'),
      )
    }
    if (!isWhole) {
      const again = await killed('restore', restore(folder), folder)
      if (again.code !== 0) note('a restore killed, then done again', 'LOST SILENTLY', again.said)
    }
    const [verdict, words] = await startOn(folder, prepared)
    note('a restore killed, then done again', verdict, verdict === 'as before' ? '' : words)
    await rm(folder, { recursive: true })
  }

  for (let n = 0; n < times; n++) {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-first-'))
    await killed('start', [], folder, 100 + (1_900 * n) / times)
    const server = await startTestServer({ dataDir: folder }, log([])).catch((error: Error) => error)
    note(
      'a first start killed',
      server instanceof Error ? 'LOST SILENTLY' : 'as before',
      server instanceof Error ? server.message : '',
    )
    if (!(server instanceof Error)) await server.stop()
    await rm(folder, { recursive: true })
  }
  for (const folder of [backups, keys]) await rm(folder, { recursive: true })
  await prepared.remove()
  return { rows, problems }
}

/** The rows, with what was said below each. */
const tableOf = (rows: readonly Row[]): string =>
  rows
    .map(({ what, file, verdicts, said }) => {
      const counts = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
      return [`${file} ${what}: ${counts.join(', ')}`, ...[...said].slice(0, 3).map((words) => `    ${words}`)].join(
        '\n',
      )
    })
    .join('\n')

/**
 * Spoils each file of a data folder, with twenty flips of large ones for each of the `times`, and kills a backup, a restore and a
 * first start three times for each. Nothing may be lost without a word.
 */
export async function endureFolder({ times }: { times: number }): Promise<{ report: string; isMet: boolean }> {
  const seed = Number(process.env.FLIP_SEED ?? Date.now() % 1_000_000)
  console.log(`flips with the seed ${seed} (FLIP_SEED)`)
  const all = [await spoilFiles(20 * times, seed), await killPrograms(3 * times)]
  const problems = all.flatMap((each) => each.problems)
  const report = [tableOf(all.flatMap(({ rows }) => rows)), '', ...problems].join('\n')
  return { report, isMet: problems.length === 0 }
}
