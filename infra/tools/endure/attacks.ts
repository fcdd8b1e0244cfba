import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'
import { type Answer, picture, Visitor } from '#api/testing/test-server.ts'
import { enlargeStore } from './large-store.ts'
import { peakMemory, tableOf } from './report.ts'

/** The attacks by which one client, or strangers, make others wait. */
const attackNames = [
  'no attack',
  '120 crafted JPEGs',
  '20 PDF histories of mixed scripts',
  '60 verify-history',
  '40 get-single-order of 5,000 messages',
  '40 pages of 5,000 messages',
  '20 CSV of 5,000 messages',
  '20 JSON of 5,000 messages',
  '40 timeline searches',
  '1,200 logins',
  'idle downloads',
  'first open of an order of 50,000 entries',
  'export-history of 50,000 entries',
  'export-orders of 20,000 orders',
  'export-clients of 20,000 orders',
  'the data of a person with 100,000 messages',
] as const
export type AttackName = (typeof attackNames)[number]

/**
 * An attacker’s session: a client's cookie, an order of 5,000 messages, one of 100 long ones in mixed scripts, and a file.
 * Two orders are made as long as the store is made large.
 */
export type Session = { cookie: string; long: string; mixed: string; file: string; history: string; talk: string }

/** The longest that others may wait under an attack, in milliseconds. */
const mostMs = 400
/** How long an attack may take, in milliseconds: whatever is left of it then is broken off. And how long to prepare all. */
const attackMs = 60_000
const prepareMs = 10 * attackMs

/** The limits on how often do not protect the others here: what is measured is what one request costs them. */
const limits = ['login', 'register', 'password', 'change', 'message', 'upload', 'export', 'watch']
const settings = {
  RATE_LIMITS: limits.map((name) => `${name}=1000000/1000000/1s`).join(' '),
  CLIENT_QUOTA_MB: '2000',
}

/**
 * How long others waited at most for each kind of thing while an attack went on, in milliseconds, how often they were sent
 * away, and the server's memory in MB.
 */
type Waits = { longest: Map<string, number>; refused: number; memory: number }

const longestOf = ({ longest }: Waits): number => Math.max(0, ...longest.values())
const inWords = (longest: Map<string, number>): string =>
  [...longest].map(([what, ms]) => `${what} ${Math.round(ms)}`).join(', ')

/**
 * Attacks a server again and again, one attack at a time, while others use it: how long they wait, of this checkout and of
 * another one's folder before it; by those alone that have `named` in their names. `isMet`: no one waited too long in this one.
 */
export async function measureAttacks({
  before,
  named = '',
}: {
  before?: string | undefined
  named?: string | undefined
}): Promise<{ report: string; isMet: boolean }> {
  const names = attackNames.filter((name) => name.includes(named))
  const checkouts = [...(before === undefined ? [] : [resolve(before)]), undefined]
  const measured: Waits[][] = []
  for (const checkout of checkouts) measured.push(await attacked(checkout, names))
  const after = measured.at(-1)!
  const titles = before === undefined ? [''] : ['before: ', 'after: ']
  const header = titles.flatMap((title) => [`${title}longest wait`, 'refused', 'memory'])
  const cells = (waits: Waits) => [
    `${Math.round(longestOf(waits))} ms (${inWords(waits.longest)})`,
    String(waits.refused),
    `${Math.round(waits.memory)} MB`,
  ]
  const rows = names.map((name, at) => [name, ...measured.flatMap((waits) => cells(waits[at]!))])
  return {
    report: tableOf([['attack', ...header], ...rows]),
    isMet: after.every((waits) => longestOf(waits) <= mostMs),
  }
}

async function attacked(checkout: string | undefined, names: readonly AttackName[]): Promise<Waits[]> {
  const server = await prepareServerProcess('api', settings, { checkout })
  try {
    await server.start()
    const session = await worked({ url: server.url }, prepareMs)
    if (!session) throw new Error('This machine is too busy to attack anything')
    await enlarge(server, session)
    const others = await startOthers(server.url)
    const waits: Waits[] = []
    for (const attack of names) {
      await others.settled() // what the one before has left behind is no wait of this one
      await forgetPeak(server)
      others.begin()
      await worked({ url: server.url, session, attack }, attackMs)
      const waited = { ...others.waited(), memory: peakMemory(server.pid) }
      waits.push(waited)
      console.log(
        `  ${attack}: ${inWords(waited.longest)} ms; ${waited.refused} refused, ${Math.round(waited.memory)} MB`,
      )
    }
    await others.end()
    return waits
  } finally {
    await server.remove()
  }
}

/** Starts the server again on a large store, and waits until its lists are made. */
async function enlarge(server: ServerProcess, session: Session): Promise<void> {
  process.kill(server.pid, 'SIGTERM')
  await server.ended
  await enlargeStore(server.dataDir, session)
  await server.start()
  for (let status = 0; status !== 200; await pause(500)) {
    status = await fetch(`${server.url}/readyz`).then((answer) => answer.status)
  }
}

/** The answer of the attacker's thread; undefined when it took too long. It is ended then. */
async function worked(workerData: object, withinMs: number): Promise<Session | undefined> {
  const worker = new Worker(new URL('./attack-worker.ts', import.meta.url), { workerData })
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) })
    return answer
  } catch (error) {
    if ((error as Error).name === 'AbortError') return undefined
    throw error
  } finally {
    await worker.terminate()
  }
}

/** The most memory is counted from here on, where the system can do that (Linux). */
const forgetPeak = (server: ServerProcess) => writeFile(`/proc/${server.pid}/clear_refs`, '5').catch(() => {})

/** People who do what people do, each kind of thing again and again, and wait for it. */
async function startOthers(url: string) {
  const login = { email: 'asha@example.com', password: 'bread-at-six-gone-by-ten' }
  const asha = new Visitor(url)
  await asha.post('/api/register', { name: 'Asha Rao', phone: '9845012345', ...login })
  const [id, busy] = [await asha.order(), await asha.order()]
  const { body } = await asha.share(id, [picture('door.png', 20_000)])
  const { filename } = body.events[0].data.file
  // Each of these is a person of their own: an account keeps so many sessions, and what it has grows by the pictures.
  const zoya = new Visitor(url)
  await zoya.post('/api/register', { ...login, name: 'Zoya Khan', phone: '9845054321', email: 'zoya@example.com' })
  await zoya.order()
  const browser = new Visitor(url)
  let [longest, refused, running] = [new Map<string, number>(), 0, true]
  const begun = new Map<string, number>()
  let unseen = new Set<string>()
  const note = (what: string, ms: number) => {
    longest.set(what, Math.max(ms, longest.get(what) ?? 0))
  }

  const works: Record<string, () => Promise<Answer>> = {
    'an order': () => asha.get(`/api/get-single-order?id=${id}`),
    'a message': () => asha.post('/api/send-message', { orderId: busy, text: 'Is it there yet?' }),
    'a file': () => asha.get(`/uploads/${filename}?download=true`),
    'a picture': () => asha.share(busy, [picture('door.png', 20_000)]),
    'a PDF': () => asha.get(`/api/export-order-pdf?id=${id}&document=history`),
    'a login': () => browser.post('/api/login', { ...login, email: 'zoya@example.com' }),
    'their data': async () => {
      const { body, ...refusal } = await zoya.post('/api/request-data', { password: login.password })
      return body.link ? zoya.get(body.link) : { body, ...refusal }
    },
  }
  const loops = Object.entries(works).map(async ([what, ask]) => {
    while (running) {
      begun.set(what, performance.now())
      for (let status = 0; status !== 200 && running; ) {
        status = await ask().then(
          (answer) => answer.status,
          () => 0, // the connection was ended: they ask again
        )
        if (status !== 200) refused++
        if (status !== 200) await pause(100)
      }
      note(what, performance.now() - begun.get(what)!)
      begun.delete(what)
      unseen.delete(what)
      await pause(200)
    }
  })
  return {
    begin() {
      longest = new Map()
      refused = 0
    },
    /** The longest wait since `begin`; what is waited for still counts as long as it was. */
    waited() {
      for (const [what, since] of begun) note(what, performance.now() - since)
      return { longest: new Map(longest), refused }
    },
    /** Resolves once each thing was done again, as they do it when nothing is wrong; two minutes later at most. */
    async settled() {
      for (let rounds = 0, since = performance.now(); rounds < 2; rounds++) {
        unseen = new Set(Object.keys(works))
        while (unseen.size > 0 && performance.now() - since < 120_000) await pause(50)
      }
    },
    async end() {
      running = false
      await Promise.all(loops)
    },
  }
}
