import fc from 'fast-check'
import { problemStatuses } from '#api/routes/integrations/openapi.ts'
import { rawPage } from '#api/testing/raw-page.ts'
import { adminLogin, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import { contract, endpointOf } from '#domain/contract/contract.ts'
import { type HostilePage, hostilePages } from './hostile-packets.ts'
import { type HostileRequest, hostileRequests, isPlain, targetOf } from './hostile-requests.ts'
import { type RawRequest, say } from './raw-http.ts'

/** The statuses of any request that is odd beside its values, before it is known which call it is. */
const beforeAnyCall = [304, 400, 401, 403, 404, 405, 406, 408, 409, 412, 413, 414, 415, 416, 417, 429, 431]
/** How many requests are made at a time, and after how many it is looked whether the server still answers. */
const atOnce = 8
const batch = 100

/** The unexpected answers, and how often each status was answered. */
type Fuzzed = { failures: string[]; answers: Map<string | number, number> }

/** Sends so many hostile requests, the same for the same seed. Answers what was answered otherwise than is documented. */
export async function fuzz(server: TestServer, seed: number, times: number): Promise<Fuzzed> {
  const people = await signIn(server)
  const ids = await knownIds(people)
  const failures: string[] = []
  const answers = new Map<number, number>()
  for (let done = 0; done < times; done += batch) {
    const size = Math.min(batch, times - done)
    const requests = fc.sample(hostileRequests(ids, people.length), { seed: seed + done, numRuns: size })
    const queue = requests.values()
    const send = async () => {
      for (const request of queue) {
        const raw = written(request, people[request.caller]!)
        const { status, text } = await say(server.url, raw)
        answers.set(status, (answers.get(status) ?? 0) + 1)
        if (!isExpected(request, status)) {
          const said = `${raw.headers
            .map((each) => each.join(': '))
            .filter((each) => !each.startsWith('Cookie'))
            .join('; ')}`
          const body = raw.body?.toString('utf8').slice(0, 600) ?? ''
          failures.push(
            `${status} for ${raw.method} ${raw.target.slice(0, 300)} [${said}] ${body}\n${text.slice(-200)}`,
          )
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, send))
    const alive = await server.visitor().get('/healthz')
    if (alive.status !== 200) failures.push(`${alive.status}: it is not alive after ${done + size} requests`)
    await signInAgain(server, people)
  }
  return { failures, answers }
}

/**
 * Says so many hostile packets on pages of visitors, a client and an admin, the same for the same seed. Answers what became of
 * the pages, and as failures where another page was not served any more.
 */
export async function fuzzPackets(server: TestServer, seed: number, times: number): Promise<Fuzzed> {
  const people = await signIn(server)
  const [orderId] = await knownIds(people)
  const failures: string[] = []
  const answers = new Map<string, number>()
  for (let said = 0, round = 0; said < times; round++) {
    const pages = fc.sample(hostilePages([orderId!], people.length), { seed: seed + round, numRuns: batch })
    const queue = pages.values()
    const open = async () => {
      for (const page of queue) {
        const became = await sayAll(page, people[page.caller]!)
        answers.set(became, (answers.get(became) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, open))
    said += pages.reduce((sum, { frames }) => sum + frames.length, 0)
    await signInAgain(server, people)
    const other = await people[1]!.connect()
    if (!('events' in (await other.watch(orderId)))) failures.push(`no page is served after ${said} packets`)
    other.close()
  }
  return { failures, answers }
}

/** Says what a hostile page has to say, and ends it, politely or not. Answers what became of it. */
async function sayAll({ path, headers, frames }: HostilePage, { url, cookie }: Visitor): Promise<string> {
  try {
    const page = await rawPage(url, { Cookie: cookie, ...headers }, path)
    const [first, ...more] = frames
    page.write(first!)
    // It is let in, refused, or closed: with a frame that says so, or without.
    const answered = await page.until(/4[04]\{|44\/|\x88/).catch(() => '')
    page.write(Buffer.concat(more))
    page.read()
    if (more.length % 2 === 0) page.reset()
    else page.end()
    await page.closed
    return answered.includes('40{') ? 'let in' : /44[{/]/.test(answered) ? 'refused' : 'closed'
  } catch (error) {
    return (error as Error).message
  }
}

/** Signs in anew whom another request has logged out, or removed. */
async function signInAgain(server: TestServer, people: Visitor[]): Promise<void> {
  for (const [at, { cookie }] of people.entries()) {
    if (at > 0 && (await Object.assign(server.visitor(), { cookie }).get('/api/session')).status !== 200) {
      people[at] = (await signIn(server))[at]!
    }
  }
}

/** A visitor, a client and an admin. */
async function signIn(server: TestServer): Promise<Visitor[]> {
  const admin = server.visitor()
  await admin.post('/api/login', adminLogin)
  return [server.visitor(), await server.client(), admin]
}

async function knownIds([, client]: Visitor[]): Promise<string[]> {
  const orderId = await client!.order()
  const { id } = (await client!.get('/api/session')).body
  return [orderId, id, 'asha@example.com', 'Asha Rao']
}

function isExpected(request: HostileRequest, status: number): boolean {
  const { status: success = 200 } = contract[request.name] as { status?: number }
  if (status >= 500 && status !== 503) return false
  if (isPlain(request)) return [success, ...problemStatuses(request.name)].includes(status)
  // Answered it is in any case; some of it cannot even be read.
  return (status >= 200 && status < 400) || beforeAnyCall.includes(status)
}

/** A request as it is written, with the caller's cookies and from a page of ours. */
function written(request: HostileRequest, { cookie, url }: Visitor): RawRequest {
  const method = request.method ?? endpointOf(request.name).method
  const headers: [string, string][] = [['Origin', url], ...(cookie ? [['Cookie', cookie] as [string, string]] : [])]
  const target = encodeURI(targetOf(request).toWellFormed()).replaceAll('%25', '%')
  const raw = { method, target, headers: [...headers, ...request.headers] }
  if (request.body === undefined || method === 'HEAD') return raw
  const { type, text } = request.form ? formOf(request.body) : { type: 'application/json', text: jsonOf(request.body) }
  const { encoding } = request
  const charset = encoding === 'utf16le' ? '; charset=utf-16le' : encoding === 'latin1' ? '; charset=latin1' : ''
  const body = encoding === 'broken' ? Buffer.from(`${text}\xff\xfe`, 'latin1') : Buffer.from(text, encoding ?? 'utf8')
  return { ...raw, headers: [...raw.headers, ['Content-Type', type + charset]], body }
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

const boundary = 'boundary-of-a-form'

/** The fields of a form, and a file whose name and head are as odd as the values. */
function formOf(fields: unknown): { type: string; text: string } {
  const given = fields && typeof fields === 'object' ? Object.entries(fields) : []
  const parts = given.map(([name, value]) => {
    const text = typeof value === 'string' ? value : jsonOf(value)
    return `Content-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"\r\n\r\n${text}`
  })
  const oddNames = [
    `filename="${String(given[0]?.[1]).slice(0, 200)}.png"`,
    `filename*=utf-16le''%d8%00%d8.png`,
    `filename*=x''%ff.txt`,
  ]
  const name = oddNames[given.length % oddNames.length]!.replace(/[\r\n]/g, '')
  parts.push(`Content-Disposition: form-data; name="files"; ${name}\r\nContent-Type: image/png\r\n\r\nplain text`)
  const text = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
  return { type: `multipart/form-data; boundary=${boundary}`, text }
}
