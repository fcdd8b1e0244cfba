import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, adminLogin, picture, Visitor, validAnswers } from '#api/testing/test-server.ts'
import type { CommandResult } from '#domain/event.ts'
import { openPage } from './open-page.ts'

const clientLogin = { email: 'asha@example.com', password: 'bread-at-six-gone-by-ten' }
const orderCount = 8
const writers = 8
const pageCount = 16
/** How long a request may take before it is sent again, in milliseconds: the line may be dead. */
const timeoutMs = 5_000
/** How long a person waits before the same request is sent again, in milliseconds. */
const retryMs = 50

export type People = Awaited<ReturnType<typeof startPeople>>

type Key = { 'Idempotency-Key': string }

/**
 * People at work: admins who complete steps, a client who writes and one who sends files, and open pages that follow the
 * orders. Each asks under one key until it is acknowledged, at one address after the other.
 */
export async function startPeople(urls: readonly [string, ...string[]]) {
  const [url] = urls
  const sessions = { admin: new Visitor(url), client: new Visitor(url) }
  const logIn = async () => {
    await sessions.admin.post('/api/login', adminLogin)
    await sessions.client.post('/api/login', clientLogin)
  }
  await sessions.client.post('/api/register', { name: 'Asha Rao', phone: '9845012345', ...clientLogin })
  await logIn()
  const orders: string[] = []
  for (let n = 0; n < orderCount; n++) orders.push(await sessions.client.order())
  const pages = Array.from({ length: pageCount }, (_, n) =>
    openPage(urls[n % urls.length]!, () => sessions.admin.cookie, orders[n % orderCount]!),
  )

  const acknowledged: CommandResult[] = []
  const unexpected: string[] = []
  const givenUp: string[] = []
  let refused = 0
  let damaged = 0
  let longestWaitMs = 0
  let running = true
  let stopping = false

  /** The person of a session, at one of the addresses. */
  const at = (n: number, who: keyof typeof sessions) =>
    Object.assign(new Visitor(urls[n % urls.length]!), { cookie: sessions[who].cookie })

  async function persist(who: keyof typeof sessions, ask: (visitor: Visitor, key: Key) => Promise<Answer>) {
    const key = { 'Idempotency-Key': randomUUID() }
    const since = performance.now()
    for (let n = randomInt(urls.length); !stopping; n++) {
      const answer = await Promise.race([ask(at(n, who), key), pause(timeoutMs, undefined, { ref: false })]).catch(
        () => undefined, // the server is down, or died before it answered
      )
      if (answer && answer.status < 300) {
        acknowledged.push(answer.body)
        longestWaitMs = Math.max(longestWaitMs, performance.now() - since)
        return
      }
      if (answer?.status === 401) await logIn().catch(() => {})
      else if (answer?.status === 503) refused++
      else if (answer?.status === 500 && answer.text.includes('is damaged')) {
        damaged++
        return void (await pause(retryMs)) // no one restores the stream while this runs
      } else if (answer) unexpected.push(`${answer.status} ${answer.text.slice(0, 200)}`)
      await pause(retryMs)
    }
    givenUp.push(`a request of the ${who} was never acknowledged`)
  }

  const work = [
    ...Array.from({ length: writers }, async (_, n) => {
      const step = { orderId: orders[n % orderCount], progressId: n + 1 }
      while (running) await persist('admin', (admin, key) => admin.put('/api/update-progress-status', step, key))
    }),
    (async () => {
      for (let n = 0; running; n++) {
        const message = { orderId: orders[n % orderCount], text: `The ${n}th thing that I wanted to say` }
        await persist('client', (client, key) => client.post('/api/send-message', message, key))
      }
    })(),
    (async () => {
      const file = picture('door.png', 20_000)
      while (running) await persist('client', (client, key) => client.submit(validAnswers, { 7: file }, key))
    })(),
  ]

  return {
    acknowledged,
    /** The session of one of them, as it is at the moment. */
    as: (who: keyof typeof sessions) => at(0, who),
    /** The answers that were neither success nor a request to come back. */
    unexpected,
    /** Requests that were never acknowledged. */
    givenUp,
    orders,
    get refused() {
      return refused
    },
    /** How often the answer was that a stream is damaged: that request is not repeated. */
    get damaged() {
      return damaged
    },
    get longestWaitMs() {
      return longestWaitMs
    },
    /** How many requests are to be found, each once, among the events of the orders. */
    get recorded() {
      return orderCount + acknowledged.length
    },
    /** Waits until so many more changes are acknowledged; false when that takes longer than so many milliseconds. */
    async goOn(more = 40, withinMs = 60_000): Promise<boolean> {
      const [wanted, until] = [acknowledged.length + more, performance.now() + withinMs]
      while (acknowledged.length < wanted && performance.now() < until) await pause(10)
      return acknowledged.length >= wanted
    },
    /** Lets everybody finish what they have begun. What is not acknowledged within a minute is given up. */
    async finish(): Promise<void> {
      running = false
      const timer = setTimeout(() => {
        stopping = true
      }, 60_000)
      await Promise.all(work)
      clearTimeout(timer)
    },
    /** Lets everybody stop at once, with what they have begun. */
    async giveUp(): Promise<void> {
      running = false
      stopping = true
      await Promise.all(work)
      for (const page of pages) page.close()
    },
    /** Waits until the open pages have the last events of the streams; what is said of those that never do. */
    async catchUp(heads: ReadonlyMap<string, number>, withinMs = 30_000): Promise<string[]> {
      const until = performance.now() + withinMs
      const behind = () => pages.filter(({ orderId, revision }) => revision < heads.get(`order-${orderId}`)!)
      while (behind().length > 0 && performance.now() < until) await pause(20)
      const late = behind().map(
        ({ orderId, revision }) =>
          `a page of order ${orderId} is at revision ${revision}, not ${heads.get(`order-${orderId}`)}`,
      )
      for (const page of pages) page.close()
      return late
    },
  }
}
