import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '#domain/contract/limits.ts'
import { Misconfigured } from './misconfigured.ts'
import { readSettings } from './settings.ts'

const aMailServer = 'must be the URL of a mail server, like smtp://name:password@mail.example.com:587'

describe('settings', () => {
  it('are all optional', () => {
    expect(readSettings({ PATH: '/bin' })).toEqual({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: './demo-data',
      role: 'all',
      demo: true,
      mail: {},
      push: {},
      limits: defaultLimits,
      webhooks: { loopback: false },
      providers: {},
      paymentReminders: true,
      openOrdersPerClient: 500,
      files: {
        ...{ answerFileSize: 26_214_400, sharedFileSize: 209_715_200, filesAtOnce: 20, quota: 5_242_880_000 },
        ...{ accountQuota: 10_485_760_000, reserve: 268_435_456 },
      },
    })
  })

  it('count a blank one as absent', () => {
    expect(readSettings({ PORT: ' ', ADMIN_EMAIL: '', DEMO: '' })).toMatchObject({ port: 3000, demo: true })
  })

  it('let webhooks reach this machine only where that is said, and in production only where it is said plainly', () => {
    expect(readSettings({}).webhooks).toEqual({ loopback: false })
    expect(readSettings({ WEBHOOK_LOOPBACK: 'true' }).webhooks).toEqual({ loopback: true })
    const production = { NODE_ENV: 'production' }
    expect(readSettings(production).webhooks).toEqual({ loopback: false })
    expect(() => readSettings({ ...production, WEBHOOK_LOOPBACK: 'true' })).toThrow('WEBHOOK_LOOPBACK would let admins')
    const plainly = { ...production, WEBHOOK_LOOPBACK: 'in-production' }
    expect(readSettings(plainly).webhooks).toEqual({ loopback: true })
  })

  // security: 13.1
  it('never show a demo in production', () => {
    expect(readSettings({ NODE_ENV: 'production' })).toMatchObject({ demo: false, production: true })
  })

  it.each([
    [{}, './demo-data'],
    [{ DEMO: 'true' }, './demo-data'],
    [{ DEMO: 'false' }, './data'],
    [{ NODE_ENV: 'production' }, './data'],
    [{ DATA_DIR: '/srv/atelier' }, '/srv/atelier'],
    [{ NODE_ENV: 'production', DATA_DIR: '/srv/atelier' }, '/srv/atelier'],
  ])('keep the demo in a folder of its own unless one is named: %j', (env, dataDir) =>
    expect(readSettings(env).dataDir).toBe(dataDir),
  )

  it.each([
    { HOST: '127.0.0.1' },
    { HOST: '127.9.9.9' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://localhost:4000' },
    { PUBLIC_URL: 'http://[::1]:4000/' },
    { PUBLIC_URL: 'https://atelier.localhost' },
  ])('open the demo where no one else reaches it: %j', (env) => expect(readSettings(env).demo).toBe(true))

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.0.7'],
    ['HOST', '127.0.0.1.example.com'],
    ['PUBLIC_URL', 'https://example.com'],
    ['PUBLIC_URL', 'http://localhost.example.com'],
  ])('open no demo that others reach unless it is said: %s=%s', (name, value) => {
    const sentence = `${name} would make the demo, with its public passwords, reachable by others: set NODE_ENV=production for real use, DEMO=true to show it to them, or DEMO=false.`
    expect(() => readSettings({ [name]: value })).toThrow(new Misconfigured(sentence))
    expect(() => readSettings({ [name]: value, NODE_ENV: 'test' })).toThrow(Misconfigured)
    expect(readSettings({ [name]: value, DEMO: 'true' }).demo).toBe(true)
    expect(readSettings({ [name]: value, DEMO: 'false' }).demo).toBe(false)
    expect(readSettings({ [name]: value, NODE_ENV: 'production' }).demo).toBe(false)
  })

  it('take the address of the site as browsers name it', () => {
    const { publicUrl } = readSettings({ NODE_ENV: 'production', PUBLIC_URL: 'HTTPS://Desk.Example:443/' })
    expect(publicUrl).toBe('https://desk.example')
  })

  it('count files in whole bytes', () =>
    expect(readSettings({ ORDER_QUOTA_MB: '4768.37' }).files.quota).toBe(4_999_998_341))

  it('name every limit in .env.example', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
    const [, named] = /login, ([^.]+)\./.exec(example.replaceAll('\n# ', ' '))!
    expect(['login', ...named!.split(', ')].toSorted()).toEqual(Object.keys(defaultLimits).toSorted())
  })

  it('limit how often what may be asked for: as usual but for what is said, or not at all', () => {
    const { limits } = readSettings({ RATE_LIMITS: 'login=2/1/60s upload=9/8/7s' })
    expect(limits).toEqual({
      ...defaultLimits,
      login: { address: { times: 2, seconds: 60 }, account: { times: 1, seconds: 60 } },
      upload: { address: { times: 9, seconds: 7 }, account: { times: 8, seconds: 7 } },
    })
    expect(readSettings({ RATE_LIMITS: 'off' }).limits).toBeUndefined()
  })

  it.each([
    ['false', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8, ::1', 'loopback, 10.0.0.0/8, ::1'],
  ])('trust a proxy: %s', (TRUST_PROXY, trusted) => expect(readSettings({ TRUST_PROXY }).trustProxy).toBe(trusted))

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a port number.'],
    [{ PORT: '70000' }, 'PORT must be a port number.'],
    [{ METRICS_PORT: 'on' }, 'METRICS_PORT must be a port number.'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must differ from PORT.'],
    [{ SHARED_FILE_MB: 'many' }, 'SHARED_FILE_MB must be a number of megabytes.'],
    [{ FILES_AT_ONCE: '0' }, 'FILES_AT_ONCE must be at least 1.'],
    [
      { ROLE: 'api' },
      'ROLE api, like the worker, needs EVENTSTORE_URL, MONGODB_URL and S3_BUCKET: the embedded stores are for one process.',
    ],
    [
      { ROLE: 'api', EVENTSTORE_URL: 'esdb://localhost', MONGODB_URL: 'mongodb://localhost', S3_BUCKET: 'atelier' },
      'ROLE api, like the worker, needs SESSION_SECRET, MASTER_KEY, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: they must be the same in all processes.',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test.'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be production, development or test.'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false.'],
    [
      { NODE_ENV: 'production', DEMO: 'true' },
      'DEMO cannot be true with NODE_ENV=production: the demo’s passwords are public.',
    ],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL must start with http:// or https://.'],
    ...['/studio', '?a=1', '#a'].map((more): [Record<string, string>, string] => [
      { PUBLIC_URL: `https://example.com${more}` },
      'PUBLIC_URL must have no path, query or password: only an address, like https://example.com.',
    ]),
    [
      { PUBLIC_URL: 'https://me:secret@example.com' },
      'PUBLIC_URL must have no path, query or password: only an address, like https://example.com.',
    ],
    [{ EVENTSTORE_URL: 'http://localhost:2113' }, 'EVENTSTORE_URL must start with esdb:// or esdb+discover://.'],
    [{ EVENTSTORE_PREFIX: 'Two Words' }, 'EVENTSTORE_PREFIX must contain only lowercase letters, digits and dashes.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
    [{ MONGODB_URL: 'localhost:27017' }, 'MONGODB_URL must start with mongodb:// or mongodb+srv://.'],
    [{ S3_ENDPOINT: 'localhost:9000', S3_BUCKET: 'a' }, 'S3_ENDPOINT must start with http:// or https://.'],
    [
      { S3_ENDPOINT: 'http://localhost:9000' },
      'S3_BUCKET is needed with S3_ENDPOINT: it names the bucket for the files.',
    ],
    [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_EMAIL goes together with ADMIN_PASSWORD: set both or neither.'],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 10 characters.'],
    [{ SMTP_URL: 'mail.example.com' }, `SMTP_URL ${aMailServer}.`],
    [{ SMTP_URL: 'https://mail.example.com' }, `SMTP_URL ${aMailServer}.`],
    [{ SMTP_URL: 'smtp://' }, `SMTP_URL ${aMailServer}.`],
    [{ SMTP_TLS: 'off' }, 'SMTP_TLS must be required or optional.'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is needed with SMTP_URL: the address that emails come from.'],
    [{ MAIL_FROM: 'Longhand' }, 'MAIL_FROM must be an email address, or Name <address>.'],
    [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, 'MAIL_FROM must be an email address, or Name <address>.'],
    [{ MASTER_KEY: 'x' }, 'MASTER_KEY must be 32 bytes, as base64 or hexadecimal.'],
    [{ KEYS_DATABASE: 'a.b' }, 'KEYS_DATABASE must be the name of a database: letters, digits, _ and -.'],
    [{ VAPID_PUBLIC_KEY: 'x' }, 'VAPID_PUBLIC_KEY must be a VAPID key, as web-push generate-vapid-keys prints it.'],
    [
      { VAPID_PRIVATE_KEY: 'x'.repeat(43) },
      'VAPID_PUBLIC_KEY goes together with VAPID_PRIVATE_KEY: set both or neither.',
    ],
    [{ VAPID_SUBJECT: 'us' }, 'VAPID_SUBJECT must be a mailto: or an https:// address.'],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'password123' }, 'ADMIN_PASSWORD is too easy to guess.'],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'aaaaaaaaaaaa' }, 'ADMIN_PASSWORD is too easy to guess.'],
    [
      { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'a long one '.repeat(24) },
      'ADMIN_PASSWORD must have at most 256 characters.',
    ],
    [{ RATE_LIMITS: 'login=5' }, 'RATE_LIMITS must be off, or like login=60/20/900s, not login=5.'],
    [{ RATE_LIMITS: 'toString=5/5/5s' }, 'RATE_LIMITS must be off, or like login=60/20/900s, not toString=5/5/5s.'],
    [{ RATE_LIMITS: 'login=0/5/60s' }, 'RATE_LIMITS needs numbers of 1 or more, unlike login=0/5/60s.'],
    [{ RATE_LIMITS: 'login=9/5/2147484s' }, 'RATE_LIMITS needs at most 2147483 seconds, unlike login=9/5/2147484s.'],
    ...['true', '0', 'everybody', '10.0.0.0/40', '10.0.0.0/8/9', '0.0.0.0/0', '::/0', '10.0.0.1,,'].map(
      (TRUST_PROXY): [Record<string, string>, string] => [
        { TRUST_PROXY },
        'TRUST_PROXY must be false, a number of proxies, or their addresses separated by commas.',
      ],
    ),
  ])('say what is wrong in one sentence: %j', (env, sentence) => {
    expect(() => readSettings(env as Record<string, string>)).toThrow(new Misconfigured(sentence))
  })
})

it.each(['studio@longhand.example', 'Longhand <studio@longhand.example>', '"Long, Hand" <a@b.example>'])(
  'take %s for who mails come from',
  (from) =>
    expect(readSettings({ SMTP_URL: 'smtps://u:p%40ss@mail.example.com', MAIL_FROM: from }).mail).toEqual({
      smtpUrl: 'smtps://u:p%40ss@mail.example.com',
      from,
    }),
)
