import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { adminLogin, Visitor } from '#api/testing/test-server.ts'
import type { AttackName, Session } from './attacks.ts'

// In a thread of its own, like the hostile client: what the attacker computes must not count as waiting for the server.

/** How long sockets are held without being read, in milliseconds. */
const idleMs = 45_000
/** From so many addresses of this machine strangers log in. */
const addresses = 24

const { url, session } = workerData as { url: string; session?: Session }

const password = 'nothing-good-comes-of-it'
const mallory = new Visitor(url)
if (session) mallory.cookie = session.cookie

const attacks: Record<AttackName, (session: Session) => Promise<unknown>> = {
  'no attack': () => pause(5_000),
  '120 crafted JPEGs': ({ mixed }) => times(6, () => mallory.share(mixed, Array.from({ length: 20 }, craftedJpeg))),
  '20 PDF histories of mixed scripts': ({ mixed }) =>
    times(20, () => mallory.get(`/api/export-order-pdf?id=${mixed}&document=history`)),
  '60 verify-history': ({ long }) => times(60, () => mallory.get(`/api/verify-history?id=${long}`)),
  '40 get-single-order of 5,000 messages': ({ long }) =>
    times(40, () => mallory.get(`/api/get-single-order?id=${long}`)),
  '40 pages of 5,000 messages': ({ long }) =>
    times(40, () => mallory.get(`/order-detail/${long}`, { Accept: 'text/html' })),
  '20 CSV of 5,000 messages': ({ long }) => times(20, () => mallory.get(`/api/export-order-csv?id=${long}`)),
  '20 JSON of 5,000 messages': ({ long }) => times(20, () => mallory.get(`/api/export-order-json?id=${long}`)),
  '40 timeline searches': ({ long }) => times(40, (n) => mallory.get(`/api/get-timeline?id=${long}&search=zebra${n}`)),
  '1,200 logins': () => times(1_200, strangersLogin),
  'idle downloads': idleDownloads,
  'first open of an order of 50,000 entries': ({ history }) => mallory.get(`/api/get-single-order?id=${history}`),
  'export-history of 50,000 entries': ({ history }) => asAdmin(`/api/export-history?id=${history}`),
  'export-orders of 20,000 orders': () => asAdmin('/api/export-orders'),
  'export-clients of 20,000 orders': () => asAdmin('/api/export-clients'),
  'the data of a person with 100,000 messages': async () => {
    const { body } = await mallory.post('/api/request-data', { password })
    await download(mallory, body.link)
  },
}

/** Asks for what is large, and keeps nothing of it. */
async function download({ cookie }: Visitor, path: string): Promise<void> {
  const { body } = await fetch(url + path, { headers: { Cookie: cookie, Origin: url } })
  for await (const _ of body!);
}

async function asAdmin(path: string): Promise<void> {
  const admin = new Visitor(url)
  await admin.post('/api/login', adminLogin)
  await download(admin, path)
}

const times = (count: number, ask: (n: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => ask(n)))

/** A segment of no length, and nothing after it: who walks to the next marker walks byte by byte. */
function craftedJpeg(_: unknown, n: number): File {
  const content = Buffer.alloc(300 * 1024)
  content.write('ffd8ffe10000457869660000', 'hex')
  return new File([content], `door-${n}.jpg`)
}

/** A login with an address that no account has, from one of many of this machine's. */
async function strangersLogin(n: number): Promise<void> {
  const { port, host } = new URL(url)
  const outgoing = request({
    ...{ host: '127.0.0.1', port, localAddress: `127.0.1.${1 + (n % addresses)}`, agent: false },
    ...{ method: 'POST', path: '/api/login' },
    headers: { Host: host, Origin: url, 'Content-Type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ email: `stranger-${n}@example.com`, password }))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  await answer.resume().toArray()
}

/** Two of each kind of download, whose answers are not read, on connections that stay open. */
async function idleDownloads({ long, mixed, file }: Session): Promise<void> {
  const links = await Promise.all([1, 2].map(() => mallory.post('/api/request-data', { password })))
  const paths = [
    ...links.map(({ body }) => String(body.link)),
    `/api/export-order-pdf?id=${mixed}&document=history`,
    `/api/export-order-json?id=${long}`,
    `/api/export-order-csv?id=${long}`,
    `/uploads/${file}?download=true`,
  ]
  const downloads = [...paths, ...paths.slice(2)].map((path) => {
    const one = request(url + path, { headers: { Cookie: mallory.cookie }, agent: false })
    one.on('response', (answer) => answer.on('error', () => {}).pause()).on('error', () => {})
    return one.end()
  })
  await pause(idleMs)
  for (const one of downloads) one.destroy()
}

/** Registers, and writes the two orders. */
async function prepare(): Promise<Session> {
  const account = { name: 'Mallory', email: 'mallory@example.com', phone: '9845012399', password }
  const registered = await mallory.post('/api/register', account)
  if (registered.status >= 300) throw new Error(`${registered.status} ${registered.text}`)
  const [long, mixed] = [await mallory.order(), await mallory.order()]
  const [history, talk] = [await mallory.order(), await mallory.order()]
  const words = ['Sourdough', 'पाव भाजी', 'தமிழ் எழுத்து', 'خبز الصباح', 'לחם שחור', '16 kg']
  const text = Array.from({ length: 400 }, (_, n) => words[n % words.length]).join(' ')
  await inLanes(5_000, (n) =>
    mallory.post('/api/send-message', { orderId: long, text: `The ${n}th: ${text.slice(0, 200)}` }),
  )
  await inLanes(100, () => mallory.post('/api/send-message', { orderId: mixed, text }))
  const large = new File([Buffer.alloc(20 * 1024 * 1024, 'x\n')], 'large.txt')
  const { body } = await mallory.share(long, [large])
  return { cookie: mallory.cookie, long, mixed, history, talk, file: body.events[0].data.file.filename }
}

/** Ten at a time: what an account may change at once. */
async function inLanes(count: number, ask: (n: number) => Promise<{ status: number; text: string }>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const { status, text } = await ask(next++)
      if (status !== 200) throw new Error(`${status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
}

if (session) {
  const { attack } = workerData as { attack: AttackName }
  await attacks[attack](session)
  parentPort!.postMessage('done')
} else parentPort!.postMessage(await prepare())
