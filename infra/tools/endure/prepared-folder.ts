import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import {
  adminLogin,
  picture,
  startTestServer,
  type TestServer,
  Visitor,
  validAnswers,
} from '#api/testing/test-server.ts'
import { openExistingKeys } from '#infra/keys/open.ts'
import { mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { readSettings } from '#infra/settings.ts'
import { audit } from '#projections/audit.ts'

/** The verdict on a start on a folder. */
type Verdict = 'refused' | 'named' | 'as before' | 'LOST SILENTLY'
type Row = { what: string; file: string; verdicts: Partial<Record<Verdict, number>>; said: Set<string> }

export type Rows = ReturnType<typeof createRows>

/** Collects what became of each try, a row for each kind: a few messages of each, and all where something was lost without any. */
export function createRows() {
  const rows: Row[] = []
  return {
    note(what: string, file: string, verdict: Verdict, words = ''): void {
      const row = rows.find((each) => each.what === what && each.file === file) ?? {
        ...{ what, file, verdicts: {}, said: new Set<string>() },
      }
      if (!rows.includes(row)) rows.push(row)
      row.verdicts[verdict] = (row.verdicts[verdict] ?? 0) + 1
      if (verdict === 'LOST SILENTLY') row.said.add(`${verdict}: ${words}`)
      else if (words && row.said.size < 3) row.said.add(words.slice(0, 160))
    },
    get isMet() {
      return rows.every(({ verdicts }) => !verdicts['LOST SILENTLY'])
    },
    /** The rows, with what was said below each. */
    table: () =>
      rows
        .map(({ what, file, verdicts, said }) => {
          const counts = Object.entries(verdicts).map(([verdict, count]) => `${verdict} ${count}`)
          return [`${file} ${what}: ${counts.join(', ')}`, ...[...said].map((words) => `    ${words}`)].join('\n')
        })
        .join('\n'),
  }
}

/** Those of whom there is something in the folder. */
const [asha, ravi] = [
  { name: 'Asha Rao', email: 'asha@looms.example', phone: '9845012345', password: 'bread-at-six-gone-by-ten' },
  { name: 'Ravi Nair', email: 'ravi@violins.example', phone: '9845012346', password: 'bread-at-six-gone-by-ten' },
]

export type PreparedFolder = Awaited<ReturnType<typeof prepareFolder>>

/**
 * A data folder with two clients, their orders, a draft and a file, as a stopped server leaves it, of this version or of that of
 * another checkout; who they are, and what they are shown.
 */
export async function prepareFolder(checkout?: string) {
  const server = await prepareServerProcess('api', {}, { checkout })
  await server.start()
  const people = await Promise.all([asha, ravi].map((person) => furnish(server.url, person)))
  const outbox = outboxIn(server.dataDir)
  while ((await mailsIn(outbox)).length < people.length) await pause(20)
  process.kill(server.pid, 'SIGTERM')
  await server.ended
  const [file] = await readdir(join(server.dataDir, 'files/files'))
  people[0]!.paths.push(`/uploads/${file}`, `/api/get-history?id=${people[1]!.order}`)
  const folder = await copyOf(server)
  const shown = await startTestServer({ dataDir: folder })
  await caughtUp(shown)
  const before = await Promise.all(people.map((each) => seen(shown, each)))
  await shown.stop()
  await rm(folder, { recursive: true })
  return { dataDir: server.dataDir, people, before, remove: () => server.remove() }
}

type Furnished = { id: string; order: string; cookie: string; email: string; password: string; paths: string[] }

/** Registers someone, with an order, a message, a file of answers and a draft; and what of it they are to be shown. */
async function furnish(url: string, person: typeof asha): Promise<Furnished> {
  const [visitor, admin] = [new Visitor(url), new Visitor(url)]
  await visitor.post('/api/register', person)
  const { id } = (await visitor.get('/api/session')).body
  const order = await visitor.order()
  await admin.post('/api/login', adminLogin)
  for (const progressId of [1, 2, 3]) await admin.put('/api/update-progress-status', { orderId: order, progressId })
  await visitor.post('/api/send-message', { orderId: order, text: 'Bread at six' })
  if (person === asha) await visitor.submit(validAnswers, { 7: picture('door.png', 2_000) })
  // Sending the answers has emptied the draft.
  const draft = { answers: [{ id: 1, answer: `Before six, says ${person.name}`, age: 0 }] }
  if ((await visitor.put('/api/save-draft', draft)).status !== 200) throw new Error('the draft was not taken')
  const paths = ['/api/user-order', '/api/get-draft', `/api/get-history?id=${order}`]
  return { ...{ id, order, paths }, cookie: visitor.cookie, email: person.email, password: person.password }
}

/** A copy of a folder, to be spoilt. */
export async function copyOf({ dataDir }: { dataDir: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-spoilt-'))
  await cp(dataDir, folder, { recursive: true })
  return folder
}

export async function caughtUp(server: TestServer): Promise<void> {
  const until = performance.now() + 5_000
  while (!(await server.visitor().get('/readyz')).body.caughtUp && performance.now() < until) await pause(10)
}

/** All that a client is shown of theirs, as text; where it is not answered, the status. */
export async function seen(server: TestServer, { cookie, email, password, paths }: Furnished): Promise<string[]> {
  const visitor = Object.assign(server.visitor(), { cookie })
  const all = async () => {
    const found: string[] = []
    for (const path of paths) {
      const { status, body, text } = await visitor.get(path)
      found.push(status === 200 ? JSON.stringify(body?.data ?? body ?? text) : String(status))
    }
    return found
  }
  const first = await all()
  if (first.some((each) => each !== '401')) return first
  await visitor.post('/api/login', { email, password })
  return all()
}

/** Collects what is said on the error output meanwhile. */
function listen() {
  const [said, say] = [[] as string[], console.error]
  console.error = (...words: unknown[]) => void said.push(words.join(' '))
  return { said, end: () => (console.error = say) }
}

/** A log that writes what is wrong into a list. */
export const logInto = (said: string[]) => {
  const note = (about: unknown, message?: string) => void said.push(message ?? String(about))
  return { info() {}, warn: note, error: note, fatal: note } as never
}

/** How long a start may take, in milliseconds. */
const maxStartMs = 30_000

/** Starts a server on a copy of a folder that was spoilt, and compares what it answers with what it answered before. */
export async function startOn(folder: string, { people, before }: PreparedFolder): Promise<[Verdict, string]> {
  const { said, end } = listen()
  try {
    const started = startTestServer({ dataDir: folder }, logInto(said)).catch((error: Error) => error)
    const server = await Promise.race([started, pause(maxStartMs, new Error('it does not start'))])
    if (server instanceof Error) {
      return /^(Misconfigured|CommandError)$/.test(server.name)
        ? ['refused', server.message]
        : ['LOST SILENTLY', `ended with ${server.stack}`]
    }
    try {
      await caughtUp(server)
      const now = await seen(server, people[0]!)
      await pause(100) // for what is verified in the background
      const { damaged, keys, warnings, setAside } = (await server.visitor().get('/readyz')).body
      const words = [
        ...said,
        ...Object.entries({ damaged, keys, warnings, setAside }).flatMap(([name, value]) =>
          value ? [`${name}: ${JSON.stringify(value)}`] : [],
        ),
      ]
      if (words.length > 0) return ['named', words.join(' | ')]
      const at = now.findIndex((each, n) => each !== before[0]![n])
      if (at < 0) return ['as before', '']
      const found = await audited(folder)
      return found === '' ? ['LOST SILENTLY', `answer ${at} is ${now[at]!.slice(0, 80)}`] : ['named', found]
    } finally {
      await server.stop()
    }
  } finally {
    end()
  }
}

/** The findings of an audit, as of `npm run audit` with the keys in the folder; empty when all is well. */
async function audited(folder: string): Promise<string> {
  const settings = readSettings({ DATA_DIR: folder })
  const lines: string[] = []
  const personKeys = await openExistingKeys(settings)
  try {
    const isWhole = await audit(settings, { log: (line) => void lines.push(line), status() {} }, { personKeys })
    return isWhole ? '' : `by the audit: ${lines.join(' | ')}`
  } finally {
    await personKeys?.close()
  }
}
