import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { hashing } from '#api/routes/account/passwords.ts'
import { startServer } from '#api/server.ts'
import type { OpenOrder, Presence, WatchAnswer } from '#domain/contract/live.ts'
import type { WireEvent } from '#domain/event.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { ownWorks } from '#domain/site/testing.ts'
import type { Log } from '#infra/log.ts'
import { mailIn, mailsIn, outboxIn } from '#infra/mail/outbox.ts'
import { readSettings, type Settings } from '#infra/settings.ts'

// The least there is: a login takes a tenth of a millisecond instead of thirty. Processes of their own hash as always.
Object.assign(hashing, { memoryCost: 8, timeCost: 1 })

export const adminLogin = { email: 'meera@longhand.example', password: 'a-ledger-by-hand' }

/** A server of a test's own on a free port, with one admin and nothing else. */
export async function startTestServer(settings: Partial<Settings> = {}, log?: Log) {
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'atelier-')))
  let ahead = 0
  let broken = false
  const now = () => Date.now() + ahead
  const start = async () => {
    const started = await startServer(
      {
        production: false,
        port: 0,
        host: '127.0.0.1',
        demo: false,
        admin: adminLogin,
        files: readSettings({}).files,
        openOrdersPerClient: 2_000,
        checkAnswers: true,
        ...settings,
        dataDir,
      },
      now,
      ...(log ? [log] : []),
    )
    void started.broken.then(() => {
      broken = true
    })
    return started
  }
  let server = await start()
  let clients = 0
  return {
    dataDir,
    get url() {
      return server.url
    },
    /** The lines it prints at its start. */
    get lines() {
      return server.lines
    },
    /** Whether it has asked for a new process in its place. */
    get broken() {
      return broken
    },
    /** Resolves when all mails and pushes are sent that are due by now. */
    settled: () => server.settled(),
    /** The time on its clock, in milliseconds since 1970. */
    now,
    /** Advances the clock of the server, by milliseconds. */
    advanceTime(time: number) {
      ahead += time
    },
    visitor: () => new Visitor(server.url),
    async admin() {
      const admin = new Visitor(server.url)
      await admin.post('/api/login', adminLogin)
      return admin
    },
    /** A newly registered client. */
    async client(name = 'Asha Rao') {
      const email = `client-${++clients}@example.com`
      const client = new Visitor(server.url)
      await client.post('/api/register', { name, email, phone: '98450 12345', password: 'bread-at-six-gone-by-ten' })
      return client
    },
    /** The mails to an address, except the welcome, oldest first, as they were sent. */
    async mailsTo(address: string): Promise<string[]> {
      const folder = outboxIn(dataDir)
      const names = (await mailsIn(folder)).reverse()
      const mails = await Promise.all(names.map(async (name) => String(await mailIn(folder, name))))
      return mails
        .map((mail) => mail.replace(/=\r?\n/g, ''))
        .filter((mail) => mail.includes(`To: ${address}`) && !mail.includes('Subject: Welcome'))
    },
    /** The nth mail to an address, once it is there. */
    async mailTo(address: string, nth = 1): Promise<string> {
      for (;;) {
        const mail = (await this.mailsTo(address))[nth - 1]
        if (mail) return mail
        await wait(5)
      }
    },
    /** Writes all works of the portfolio anew, as `ownWorks` are, so that the website has them. */
    async publishWorks() {
      const admin = await this.admin()
      for (const { images: _, ...texts } of ownWorks) await admin.put('/api/update-work', texts)
    },
    /** Confirms the address of a client, by the link of a mail. */
    async confirm(client: Visitor): Promise<void> {
      const { email } = (await client.get('/api/session')).body
      // Other mails may come meanwhile: of projects, say.
      const tokens = async () =>
        (await this.mailsTo(email)).flatMap((mail) => /\/confirm-address\/([\w.-]+)/.exec(mail)?.[1] ?? [])
      const before = (await tokens()).length
      await client.post('/api/send-address-proof', {})
      let token: string | undefined
      while (!token) {
        await wait(5)
        token = (await tokens())[before]
      }
      await client.put('/api/prove-address', { token })
    },
    /** Stops the server and starts it again on the same data. */
    async restart() {
      await this.stop()
      await this.start()
    },
    /** Stops the server and leaves its data. */
    stop: () => server.close(),
    /** Starts it again once it was stopped. */
    async start() {
      server = await start()
    },
    async close() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) // a mail that goes out after its answer may end later
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever comes
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** An HTTP client that behaves like a browser: it keeps cookies, and sends the page's own origin. */
export class Visitor {
  readonly url: string
  readonly #cookies = new Map<string, string>()
  /** Enters the password again where a call takes it, as a page has its user do; undefined for who does not know it. */
  password: string | undefined
  constructor(url: string) {
    this.url = url
  }

  /** The cookies, as a header carries them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  set cookie(header: string) {
    this.#cookies.clear()
    for (const each of header.split(/;\s*/)) this.#keep(each)
  }
  #keep(pair: string): void {
    const [name, ...value] = pair.split('=')
    if (value.join('=')) this.#cookies.set(name!, value.join('='))
    else this.#cookies.delete(name!)
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.#askOnce(method, path, body, headers)
    if (/^\/api\/(login|register|accept-invitation|set-up-admin)$/.test(path) && answer.status < 300) {
      this.password = (body as { password?: string }).password
    }
    if (answer.body?.confirm !== 'password' || this.password === undefined) return answer
    await this.#askOnce('POST', '/api/confirm-password', { password: this.password }, {})
    return this.#askOnce(method, path, body, headers)
  }

  async #askOnce(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const isForm = body instanceof FormData
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: this.url,
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) this.#keep(set.split(';')[0]!)
    const text = await response.text()
    const json = /\bjson\b/.test(response.headers.get('Content-Type') ?? '') // not of JSON Lines
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : undefined, text }
  }

  get = (path: string, headers?: Record<string, string>) => this.ask('GET', path, undefined, headers)
  post = (path: string, body: unknown, headers?: Record<string, string>) => this.ask('POST', path, body, headers)
  put = (path: string, body: unknown, headers?: Record<string, string>) => this.ask('PUT', path, body, headers)

  /** The id of the account, the invitation or the lead that has an email address, as an admin finds it. */
  async idOf(email: string): Promise<string> {
    const lists = ['get-people?role=client&', 'get-people?role=admin&', 'get-invitations?', 'get-leads?']
    for (;;) {
      for (const list of lists) {
        const { body } = await this.get(`/api/${list}search=${encodeURIComponent(email)}`)
        const found = body.data.find((row: { email: string }) => row.email === email)
        if (found) return found.id
      }
      await wait(5)
    }
  }

  /** Submits the questionnaire; the new order's id is in the answer. */
  async submit(
    answers: Record<number, unknown> = validAnswers,
    files: Record<number, File> = {},
    headers = {},
    fields: Record<string, unknown> = {},
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    const { body } = await this.get('/api/get-questions')
    const questions = JSON.parse(body.data[0].questions) as Question[]
    form.set('answers', JSON.stringify(questions.map((each) => ({ ...each, answer: answers[each.id] ?? null }))))
    for (const [id, file] of Object.entries(files)) {
      form.append('questionIds', id)
      form.append('files', file)
    }
    return this.ask('POST', '/api/submit-answer', form, headers)
  }

  /** Sends a form with files. */
  async upload(path: string, fields: Record<string, string>, files: File[] = [], headers = {}): Promise<Answer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const file of files) form.append('files', file)
    return this.ask('POST', path, form, headers)
  }

  /** Shares files on an order, each captioned by its own name. */
  async share(orderId: string, files: File[], fields: Record<string, string> = {}, headers = {}): Promise<Answer> {
    const captions = JSON.stringify(files.map(({ name }) => name))
    return this.upload('/api/share-files', { orderId, captions, ...fields }, files, headers)
  }

  /** Opens an order and answers its id. */
  async order(): Promise<string> {
    return (await this.submit()).body.orderId
  }

  /** A live connection, once connected. `auth` is what a page says of itself. Rejects when it is refused. */
  async connect(
    headers: Record<string, string> = { Cookie: this.cookie, Origin: this.url },
    auth: Record<string, string> = {},
  ): Promise<LiveConnection> {
    const socket = io(this.url, {
      transports: ['websocket'],
      extraHeaders: headers,
      auth,
      forceNew: true,
      reconnection: false,
    })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('connect', resolve).once('connect_error', reject)
    await promise
    return new LiveConnection(socket)
  }
}

/** A live connection that keeps the events it received. */
export class LiveConnection {
  readonly socket: Socket
  readonly received: WireEvent[] = []
  /** Who else has an order open, by the last message of it. */
  readonly present = new Map<string, Presence>()
  /** Who has which order open, as admins are sent it. */
  readonly openOrders = new Map<string, OpenOrder>()
  #wake = Promise.withResolvers<void>()
  constructor(socket: Socket) {
    this.socket = socket
    const wake = () => {
      this.#wake.resolve()
      this.#wake = Promise.withResolvers()
    }
    socket.on('event', (event) => {
      this.received.push(event)
      wake()
    })
    socket.on('presence', (presence: Presence) => {
      this.present.set(presence.orderId, presence)
      wake()
    })
    socket.on('openOrder', (order: OpenOrder) => {
      this.openOrders.set(order.orderId, order)
      wake()
    })
    socket.on('disconnect', wake)
  }

  watch = (orderId: unknown, after: unknown = -1): Promise<WatchAnswer> =>
    this.socket.emitWithAck('watch', { orderId, after })

  /** Waits until the received events satisfy a condition. */
  async waitFor(enough: (received: WireEvent[], socket: Socket) => boolean): Promise<WireEvent[]> {
    while (!enough(this.received, this.socket)) await this.#wake.promise
    return this.received
  }

  close = () => this.socket.disconnect()
}

/** Valid answers to the questionnaire that an agency begins with; the required ones only. */
export const validAnswers: Record<number, unknown> = {
  1: 'Sourdough and bun maska, baked before six',
  2: 'Neighbours, and those who smell it from the road',
  3: 'No',
  5: 'Get more enquiries',
  9: 'hello@saffronlane.example',
  10: '+919845012345',
  12: '04:30 PM',
}

// One transparent pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A small picture, or one of so many bytes: padding follows the picture's end. */
export function picture(name = 'door.png', size = pixel.length): File {
  const content = new Uint8Array(size)
  content.set(pixel)
  return new File([content], name)
}
