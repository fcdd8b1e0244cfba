import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from '#infra/log.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { mail, mailerContract } from './contract.ts'
import { inTheNameOf, MailDeferred, MailRefused } from './mailer.ts'
import { openSmtp } from './smtp.ts'
import { mailServer } from './testing.ts'

const from = 'Longhand <studio@longhand.example>'

async function post(options?: SMTPServerOptions, credentials = '') {
  const server = await mailServer(options)
  onTestFinished(server.close)
  const mailer = openSmtp({ url: server.url.replace('//', `//${credentials}`), from })
  onTestFinished(() => mailer.close())
  return { ...server, mailer, arrived: async () => server.letters }
}

const saying = (responseCode: number, text = 'So it is') => Object.assign(new Error(text), { responseCode })

mailerContract('SMTP', () => post())

it('logs in with what the address says', async () => {
  const { mailer, letters } = await post(
    {
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'studio' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('No')),
    },
    'studio:p%40ss@',
  )
  await mailer.send(mail)
  expect(letters).toHaveLength(1)
})

it('sends an awaited mail once by its key, also when it is sent again meanwhile, and again once that failed', async () => {
  let isFull = true
  const { mailer, letters } = await post({
    onMailFrom: (_address, _session, done) => done(isFull ? saying(452) : null),
  })
  const named = inTheNameOf(mailer, async () => ({ name: 'Longhand' }))
  const sendTwice = () =>
    Promise.allSettled([1, 2].map(() => named.send({ ...mail, key: 'invitation' }, { awaited: true })))
  expect((await sendTwice()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isFull = false
  await sendTwice()
  expect(letters).toHaveLength(1)
})

it('says that it is unavailable while the server does not take its password', async () => {
  const { mailer } = await post({ onAuth: (_auth, _session, done) => done(saying(535)) }, 'studio:wrong@')
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
  await expect(mailer.ping()).rejects.toThrow(Unavailable)
})

it('says that it is unavailable while no one answers, and sends again once someone does', async () => {
  const { port, close } = await mailServer()
  await close()
  const mailer = openSmtp({ url: `smtp://127.0.0.1:${port}`, from })
  onTestFinished(() => mailer.close())
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
  const server = await mailServer({}, port)
  onTestFinished(server.close)
  await mailer.send(mail)
  expect(server.letters).toHaveLength(1)
})

it('waits for a server that greets late, unless someone waits for the answer', async () => {
  const given = Promise.withResolvers<void>()
  const { mailer, letters } = await post({ onConnect: (_session, done) => void given.promise.then(() => done()) })
  const awaited = expect(mailer.send(mail, { awaited: true })).rejects.toThrow(Unavailable)
  const pinged = expect(mailer.ping()).rejects.toThrow(Unavailable)
  const sent = mailer.send(mail)
  await Promise.all([awaited, pinged])
  given.resolve()
  await sent
  expect(letters).toHaveLength(1)
})

it('says that a mail is refused when the server will never take it for this address', async () => {
  const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(550)) })
  await expect(mailer.send(mail)).rejects.toThrow(MailRefused)
})

it('is not held up by a long answer of the server, of which it repeats no address', async () => {
  const text = `${'a'.repeat(80_000)} <asha@neelgirilooms.example>: no mailbox`
  const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(550, text)) })
  const error = await mailer.send(mail).catch((error: unknown) => error)
  expect(((error as Error).cause as Error).message).toMatch(/a{80000} <…>: no mailbox$/)
}, 2_000)

it('says that it is unavailable to an address when the server asks to come back later with it', async () => {
  const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(451)) })
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
  await expect(mailer.send(mail)).rejects.toThrow(MailDeferred)
})

it.each([
  ['4.2.2 Mailbox full', true],
  ['4.1.1 Recipient address rejected: try again later', true],
  ['4.7.1 Client host rejected: cannot find your reverse hostname', false],
  ['4.1.8 Sender address rejected: Domain not found', false],
  ['4.3.1 Insufficient system storage', false],
])('tells by the code at the recipient whom the server puts off: %s', async (text, isOfAddress) => {
  const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(450, text)) })
  const error = await mailer.send(mail).catch((error: unknown) => error)
  expect([error instanceof Unavailable, error instanceof MailDeferred]).toEqual([true, isOfAddress])
})

it.each([
  [550, '5.1.1 User unknown', ['refused', 'refused']],
  [550, '5.2.1 Mailbox disabled', ['refused', 'refused']],
  [550, '5.1.7 Sender address rejected: bad syntax', ['unavailable', 'unavailable']],
  [550, '5.1.8 Sender address rejected: Domain not found', ['unavailable', 'unavailable']],
  [550, '5.7.1 Sender address rejected: not owned by user studio', ['deferred', 'refused']],
  [554, '5.7.1 Recipient address rejected: Access denied', ['deferred', 'refused']],
  [530, 'Authentication required', ['deferred', 'refused']],
])(
  'tells by the code at the recipient whether the server refuses it, or us, which can be mended while no one waits: %i %s',
  async (code, text, meant) => {
    const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(code, text)) })
    const answer = async (awaited: boolean) => {
      const error = await mailer.send(mail, { awaited }).catch((error: unknown) => error)
      if (error instanceof MailRefused) return 'refused'
      return error instanceof MailDeferred ? 'deferred' : error instanceof Unavailable && 'unavailable'
    }
    expect([await answer(false), await answer(true)]).toEqual(meant)
  },
)

const [checkAddress, tryLater] = ['Please check the address.', 'Please try again later.']
it.each([
  [554, 'Message rejected: Email address is not verified.', 'deferred', tryLater],
  [550, '5.7.1 Sender not allowed', 'deferred', tryLater],
  [552, 'Too large', 'refused', tryLater],
  [552, '5.3.4 Message size exceeds fixed limit', 'refused', tryLater],
  [554, '5.6.0 Message contains bare LF', 'refused', tryLater],
  [550, '5.1.1 User unknown', 'refused', checkAddress],
  [550, '5.2.1 Mailbox disabled', 'refused', checkAddress],
])(
  'tells by the code at the end of the mail whether waiting can mend its refusal, and what to do where someone waits: %i %s',
  async (code, text, meant, advice) => {
    const { mailer } = await post({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(saying(code, text))),
    })
    const error = await mailer.send(mail).catch((error: unknown) => error)
    expect([error instanceof MailDeferred, error instanceof MailRefused]).toEqual([
      meant === 'deferred',
      meant === 'refused',
    ])
    const awaited = mailer.send(mail, { awaited: true })
    await expect(awaited).rejects.toThrow(MailRefused)
    await expect(awaited).rejects.toThrow(`The email server rejected this email. ${advice}`)
  },
)

it.each([550, 450, 421])('gives the log no address of those that the server repeats: %i', async (code) => {
  const text = `5.1.1 <${mail.to}>: Recipient ${mail.to.toUpperCase()} rejected for o'brien+x@client.example, no such mailbox`
  const { mailer } = await post({ onRcptTo: (_address, _session, done) => done(saying(code, text)) })
  const lines: string[] = []
  const log = openLog({ write: (line) => void lines.push(line) })
  await mailer.send(mail).catch((err) => log.warn({ err }, 'will be retried'))
  expect(lines.join()).toContain('5.1.1 <…>: Recipient … rejected for …, no such mailbox')
  expect(lines.join()).not.toMatch(/@[\w.]+\.example/i)
})

it('says that it is unavailable to all when the server ends the line, or asks to come back later with anything', async () => {
  const [ending, busy] = [saying(421), saying(451)]
  for (const options of [
    { onRcptTo: (_address, _session, done) => done(ending) },
    { onMailFrom: (_address, _session, done) => done(busy) },
  ] satisfies SMTPServerOptions[]) {
    const { mailer } = await post(options)
    const error = await mailer.send(mail).catch((error: unknown) => error)
    expect([error instanceof Unavailable, error instanceof MailDeferred]).toEqual([true, false])
  }
})

it('says that it is unavailable while the server does not take its sender, which the settings can change', async () => {
  const { mailer } = await post({ onMailFrom: (_address, _session, done) => done(saying(553)) })
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
})

it('says that it is unavailable when the line breaks off', async () => {
  const server = createServer((socket) => {
    socket.write('220 studio.example\r\n')
    socket.once('data', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const mailer = openSmtp({ url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, from })
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
})

// security: 12.1
it('hands nothing in clear text to another machine, unless that is said', async () => {
  const seen: string[] = []
  const server = await mailServer({
    onAuth: ({ username = '' }, _session, done) => done(null, { user: seen.push(username) }),
    onMailFrom: ({ address }, _session, done) => {
      seen.push(address)
      done()
    },
  })
  onTestFinished(server.close)
  // An address of this machine that is none of those which lead nowhere else.
  const url = `smtp://studio:p@0.0.0.0:${server.port}`
  const [safe, clear] = [openSmtp({ url, from }), openSmtp({ url, from, clearText: true })]
  onTestFinished(async () => void (await Promise.all([safe.close(), clear.close()])))
  await expect(safe.send(mail)).rejects.toThrow(Unavailable)
  await expect(safe.ping()).rejects.toThrow(Unavailable)
  expect([seen, server.letters]).toEqual([[], []])
  await clear.send(mail)
  expect(server.letters).toHaveLength(1)
})
