import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { filesIn, foundIn } from '#api/testing/files.ts'
import { embedded, prepareServerProcess } from '#api/testing/server-process.ts'
import { adminLogin, startTestServer, Visitor } from '#api/testing/test-server.ts'
import nodeFlags from '#infra/tools/run/node-flags.json' with { type: 'json' }
import {
  caughtUp,
  copyOf,
  logInto,
  type PreparedFolder,
  prepareFolder,
  type Rows,
  seen,
  startOn,
} from './prepared-folder.ts'

const programs = {
  backup: '../../../api/control/backup.ts',
  restore: '../../../api/control/restore.ts',
  start: '../../../api/main.ts',
}

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

const emptyFolder = () => mkdtemp(join(tmpdir(), 'atelier-killed-'))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The nth of so many moments of something that lasts so long, without those in which a program is only loaded. */
const moment = (n: number, times: number, lasts: number) => lasts * (0.3 + (0.7 * n) / times)

/** SIGKILL at so many moments each of a backup, a restore, a first start, an upgrade and an erase; and what it leaves. */
export async function killPrograms(times: number, rows: Rows, before?: string): Promise<void> {
  const prepared = await prepareFolder()
  await killBackupsAndRestores(times, rows, prepared)
  await killErases(times, rows, prepared)
  await prepared.remove()
  for (let n = 0; n < times; n++) {
    const folder = await emptyFolder()
    await killed('start', [], folder, 100 + (1_900 * n) / times)
    const server = await startTestServer({ dataDir: folder }, logInto([])).catch((error: Error) => error)
    if (server instanceof Error) rows.note('a first start killed', '', 'LOST SILENTLY', server.message)
    else rows.note('a first start killed', '', 'as before')
    if (!(server instanceof Error)) await server.stop()
    await rm(folder, { recursive: true })
  }
  if (before !== undefined) await killUpgrades(times, rows, before)
}

async function killBackupsAndRestores(times: number, rows: Rows, prepared: PreparedFolder): Promise<void> {
  const { dataDir } = prepared
  const [backups, keys] = [await emptyFolder(), await emptyFolder()]
  const took = await timed(() => killed('backup', [`--to=${backups}`, `--keys-to=${keys}`], dataDir))
  const [whole] = await readdir(backups)
  const [wholeKeys] = await readdir(keys)
  for (let n = 0; n < times; n++) {
    const to = await emptyFolder()
    await killed('backup', [`--to=${to}`], dataDir, moment(n, times, took))
    const made = (await readdir(to)).filter((name) => !name.endsWith('.incomplete'))
    for (const name of made) {
      const folder = join(to, 'restored')
      await cp(join(dataDir, 'keys'), join(folder, 'keys'), { recursive: true })
      const { code, said } = await killed('restore', [join(to, name), `--to=${folder}`], folder)
      rows.note('a backup killed', '', code === 0 ? 'as before' : 'LOST SILENTLY', said)
    }
    if (made.length === 0) rows.note('a backup killed', '', 'named', 'no backup of that name is there')
    await rm(to, { recursive: true })
  }
  const restore = (folder: string, afterMs?: number) =>
    killed(
      'restore',
      [join(backups, whole!), `--to=${folder}`, `--keys-backup=${join(keys, wholeKeys!)}`],
      folder,
      afterMs,
    )
  const first = await emptyFolder()
  const restoreTook = await timed(() => restore(first))
  for (let n = 0; n < times; n++) {
    const folder = await emptyFolder()
    await restore(folder, moment(n, times, restoreTook))
    const left = await readdir(folder)
    const isWhole = left.includes('events.db')
    if (!isWhole && left.length > 0) {
      const [verdict, words] = await startOn(folder, prepared)
      const isRefused = verdict === 'refused'
      const said = words.replaceAll(folder, '…')
      rows.note('a restore killed, then started', '', isRefused ? 'refused' : 'LOST SILENTLY', said)
    }
    const again = isWhole ? { code: 0, said: '' } : await restore(folder)
    if (again.code !== 0) rows.note('a restore killed, then done again', '', 'LOST SILENTLY', again.said)
    rows.note('a restore killed, then done again', '', ...(await startOn(folder, prepared)))
    await rm(folder, { recursive: true })
  }
  for (const folder of [backups, keys, first]) await rm(folder, { recursive: true })
}

/** Texts that are stored nowhere any more once the first of the two people is erased. */
const marks = ['asha@looms', 'Asha Rao']

/** Erases the first person of a folder, and kills the server so many milliseconds after it was asked for, or once it is done. */
async function eraseIn(folder: string, { people }: PreparedFolder, afterMs: number) {
  const [{ id, email }] = people as [PreparedFolder['people'][number]]
  const server = await prepareServerProcess('api', { DATA_DIR: folder })
  await server.start()
  const admin = new Visitor(server.url)
  await admin.post('/api/login', adminLogin)
  const began = performance.now()
  const request = { personId: id, password: adminLogin.password, confirmation: email }
  const answer = admin.post('/api/erase-person', request).catch(() => undefined)
  const isErased = answer.then(() => untilErased(admin, id)).catch(() => false)
  await Promise.race([pause(afterMs), isErased])
  const took = performance.now() - began
  await server.kill()
  await isErased
  await server.remove()
  return { took, acknowledged: (await answer)?.status === 200 }
}

async function untilErased(admin: Visitor, id: string): Promise<boolean> {
  for (;;) {
    const { body } = await admin.get(`/api/get-person?id=${id}`)
    if (body?.data?.[0].status === 'erased') return true
    await pause(10)
  }
}

/** After the next start nothing is left of who was to be erased, or all is as before; and of others all is there. */
async function killErases(times: number, rows: Rows, prepared: PreparedFolder): Promise<void> {
  const [person, other] = prepared.people as [PreparedFolder['people'][number], PreparedFolder['people'][number]]
  const first = await copyOf(prepared)
  const { took } = await eraseIn(first, prepared, 20_000)
  await rm(first, { recursive: true })
  for (let n = 0; n < times; n++) {
    const folder = await copyOf(prepared)
    const { acknowledged } = await eraseIn(folder, prepared, (took * n) / times)
    const server = await startTestServer({ dataDir: folder }, logInto([]))
    await caughtUp(server)
    const admin = await server.admin()
    const { status } = (await admin.get(`/api/get-person?id=${person.id}`)).body.data[0]
    const isRequested = acknowledged || status !== 'active'
    const isErased = isRequested && (await Promise.race([untilErased(admin, person.id), pause(20_000, false)]))
    const others = (await seen(server, other)).join() === prepared.before[1]!.join()
    const isAsBefore = (await seen(server, person)).join() === prepared.before[0]!.join()
    await server.stop()
    const left = isRequested ? await marksIn(folder) : []
    const isRight = others && (isRequested ? isErased && left.length === 0 : isAsBefore)
    const what = isRequested ? 'an erase killed after it was asked for' : 'an erase killed before it was recorded'
    rows.note(what, '', isRight ? 'as before' : 'LOST SILENTLY', isRight ? '' : `${isErased} ${others} ${left.join()}`)
    await rm(folder, { recursive: true })
  }
}

async function marksIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const path of await filesIn(folder))
    found.push(...foundIn(await readFile(path), marks).map((mark) => `${mark} in ${relative(folder, path)}`))
  return found
}

/** A folder of another version, started by this one, killed, and started again, has all that it had. */
async function killUpgrades(times: number, rows: Rows, checkout: string): Promise<void> {
  const prepared = await prepareFolder(checkout)
  for (let n = 0; n < times; n++) {
    const folder = await copyOf(prepared)
    await killed('start', [], folder, 100 + (2_900 * n) / times)
    rows.note('an upgrade killed', '', ...(await startOn(folder, prepared)))
    await rm(folder, { recursive: true })
  }
  await prepared.remove()
}
