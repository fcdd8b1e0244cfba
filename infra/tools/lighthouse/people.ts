import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { atelier } from '#domain/account/account.ts'
import { streamOf } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { portfolioId, portfolios } from '#domain/settings/portfolio.ts'
import { ownWorks } from '#domain/site/testing.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'
import { sampleOrders } from '#infra/tools/bench/sample-orders.ts'

/** Cookies of a person who is logged in, by name. */
type Cookies = Map<string, string>

/** Writes so many open orders, and a portfolio without an example in it, into the data folder of a server that is not started yet. */
export async function seedOrders(dataDir: string, count: number): Promise<void> {
  const store = openSqliteEvents(join(dataDir, 'events.db'))
  for (const { id, client, number, title, at, steps, questions } of sampleOrders(count)) {
    const data = { clientId: client.id, number, title, steps, questions }
    await store.append(streamOf(orders, id), -1, [{ id: randomUUID(), type: 'OrderOpened', data, by: client, at }])
  }
  const works = Object.fromEntries(ownWorks.map(({ id, images: _, ...texts }) => [id, texts]))
  const revised = { type: 'PortfolioRevised', data: { works }, by: atelier, at: new Date().toISOString() }
  await store.append(streamOf(portfolios, portfolioId), -1, [{ id: randomUUID(), ...revised }])
  await store.close()
}

/** Logs an admin in. */
export async function logIn(url: string, credentials: { email: string; password: string }): Promise<Cookies> {
  return (await post(url, '/api/login', new Map(), credentials)).cookies
}

/** A client with an order that has something in it: who they are, and the order's id. */
export async function clientWithOrder(url: string, admin: Cookies): Promise<{ client: Cookies; orderId: string }> {
  const who = { name: 'Asha Rao', email: 'asha@example.com', phone: '+919845031177', password: 'a-loom-by-the-window' }
  const { cookies: client } = await post(url, '/api/register', new Map(), who)
  const response = await fetch(`${url}/api/get-questions`, { headers: { Cookie: written(client) } })
  const questions = JSON.parse(((await response.json()) as { data: [{ questions: string }] }).data[0].questions)
  const [{ questions: answered }] = sampleOrders(1) as unknown as [{ questions: Question[] }]
  const answers = new Map(answered.map(({ id, answer }) => [id, answer]))
  const form = new FormData()
  const withAnswers = (questions as Question[]).map((each) => ({ ...each, answer: answers.get(each.id) ?? null }))
  form.set('answers', JSON.stringify(withAnswers))
  const { orderId } = (await post(url, '/api/submit-answer', client, form)).body as { orderId: string }
  for (const text of [
    'Good morning. The first drawing is on its way.',
    'It has two pages so far.',
    'Look when you like.',
  ])
    await post(url, '/api/send-message', admin, { orderId, text })
  return { client, orderId }
}

/** Gives the cookies to a browser that is open for debugging on a port. */
export async function setCookies(port: number, url: string, cookies: Cookies): Promise<void> {
  const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string
  }
  const line = new WebSocket(version.webSocketDebuggerUrl)
  await new Promise((resolve) => line.addEventListener('open', resolve, { once: true }))
  const done = new Promise<MessageEvent>((resolve) => line.addEventListener('message', resolve, { once: true }))
  // As a server in production sets them: one whose name begins with __Host- is refused otherwise.
  const all = [...cookies].map(([name, value]) => ({ name, value, url, path: '/', secure: true }))
  line.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies: all } }))
  const { error } = JSON.parse((await done).data) as { error?: { message: string } }
  line.close()
  if (error) throw new Error(`The browser takes no cookies: ${error.message}`)
}

const written = (cookies: Cookies): string => [...cookies].map((pair) => pair.join('=')).join('; ')

async function post(url: string, path: string, cookies: Cookies, body: object) {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      Origin: url,
      ...(cookies.size > 0 ? { Cookie: written(cookies) } : {}),
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  const set = response.headers.getSetCookie().map((each) => each.split(';')[0]!.split(/=(.*)/s) as [string, string])
  return { cookies: new Map([...cookies, ...set]), body: await response.json() }
}
