import { z } from 'zod'
import { password } from '#domain/account/password.ts'
import { defaultLimits, limitsSetting } from '#domain/contract/limits.ts'
import { parseMasterKey } from './keys/master-key.ts'
import { Misconfigured } from './misconfigured.ts'
import { trustedProxies } from './proxies.ts'
import { isLoopback } from './public-host.ts'

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const mailAddress = 'must be the URL of a mail server, like smtp://name:password@mail.example.com:587'
const vapid = 'must be a VAPID key, as web-push generate-vapid-keys prints it'
const sender = /^([^<>\p{Cc}]*<[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>|[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+)$/u
const notASize = 'must be a number of megabytes'
const megabytes = z.coerce.number(notASize).positive(notASize)

const count = z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be at least 1')

const providerSecret = z.string().trim().min(8, 'must have at least 8 characters')

const notAPort = 'must be a port number'
const port = z.coerce.number(notAPort).int(notAPort).min(0, notAPort).max(65_535, notAPort)

const matching = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule).optional()

const masterKey = z
  .string()
  .refine((text) => parseMasterKey(text.trim()) !== undefined, 'must be 32 bytes, as base64 or hexadecimal')
  .optional()

/** Whether a URL names a site and nothing within it. */
const isOriginAlone = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.href === `${url.origin}/`
}

/** The settings, each with its own rule. */
const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  EVENTSTORE_URL: matching(/^esdb(\+discover)?:\/\//, 'must start with esdb:// or esdb+discover://'),
  EVENTSTORE_PREFIX: matching(/^[a-z][a-z0-9-]*$/, 'must contain only lowercase letters, digits and dashes'),
  EVENTSTORE_START_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be whole seconds')
    .min(1, 'must be at least 1')
    .max(3_600, 'must be at most 3600')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .refine(isOriginAlone, 'must have no path, query or password: only an address, like https://example.com')
    .transform((text) => new URL(text).origin)
    .optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(10, 'must have at least 10 characters')
    .max(256, 'must have at most 256 characters')
    .refine((text) => password.safeParse(text).success, 'is too easy to guess')
    .optional(),
  DAILY_HEAD_TO: z.email('must be an email address').optional(),
  SECURITY_LOG: z.enum(['on', 'off'], 'must be on or off').optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_BEFORE: z.string().min(32, 'must have at least 32 characters').optional(),
  ROLE: z.enum(['all', 'api'], 'must be all or api').default('all'),
  DEMO: flag.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: mailAddress }).optional(),
  SMTP_TLS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  MAIL_FROM: matching(sender, 'must be an email address, or Name <address>'),
  VAPID_PUBLIC_KEY: matching(/^B[\w-]{86}$/, vapid),
  VAPID_PRIVATE_KEY: matching(/^[\w-]{43}$/, vapid),
  VAPID_SUBJECT: matching(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or an https:// address'),
  RATE_LIMITS: limitsSetting.optional(),
  TRUST_PROXY: trustedProxies.optional(),
  STRIPE_WEBHOOK_SECRET: providerSecret.optional(),
  RAZORPAY_WEBHOOK_SECRET: providerSecret.optional(),
  PAYMENT_REMINDERS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  WEBHOOK_LOOPBACK: z.enum(['true', 'false', 'in-production'], 'must be true, false or in-production').optional(),
  ANSWER_FILE_MB: megabytes.default(25),
  SHARED_FILE_MB: megabytes.default(200),
  FILES_AT_ONCE: count.default(20),
  ORDER_QUOTA_MB: megabytes.default(5_000),
  CLIENT_QUOTA_MB: megabytes.default(10_000),
  OPEN_ORDERS_PER_CLIENT: count.default(500),
  DISK_RESERVE_MB: z.coerce.number(notASize).min(0, notASize).default(256),
  MONGODB_URL: matching(/^mongodb(\+srv)?:\/\/./, 'must start with mongodb:// or mongodb+srv://'),
  KEYS_DIR: z.string().optional(),
  KEYS_DATABASE: matching(/^[\w-]{1,60}$/, 'must be the name of a database: letters, digits, _ and -'),
  MASTER_KEY: masterKey,
  MASTER_KEY_BEFORE: masterKey,
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }).optional(),
  S3_BUCKET: z.string().optional(),
})

/** The names of all settings: ours, and those that the client of S3 reads itself. */
export const settingNames: readonly string[] = [
  ...Object.keys(variables.shape),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_REGION',
]

type Given = z.output<typeof variables>

/** Whether the demo is opened: unless it is switched off, and never in production. */
const opensDemo = ({ NODE_ENV, ROLE, DEMO = true }: Given) => DEMO && NODE_ENV !== 'production' && ROLE === 'all'

/** Whether the demo would be reachable by others without having been asked for. */
const exposesDemo = (given: Given, host: string) => opensDemo(given) && given.DEMO === undefined && !isLoopback(host)

const exposed =
  'would make the demo, with its public passwords, reachable by others: set NODE_ENV=production for real use, DEMO=true to show it to them, or DEMO=false'

const isOneAlone = (one: unknown, other: unknown): boolean => (one === undefined) !== (other === undefined)

/** What is wrong with the settings together, each of them being right: the first of it. */
function conflictIn(given: Given): string | undefined {
  const isProduction = given.NODE_ENV === 'production'
  if (given.PORT !== 0 && given.PORT === given.METRICS_PORT) return 'METRICS_PORT must differ from PORT'
  if (isOneAlone(given.ADMIN_EMAIL, given.ADMIN_PASSWORD))
    return 'ADMIN_EMAIL goes together with ADMIN_PASSWORD: set both or neither'
  if (isProduction && given.WEBHOOK_LOOPBACK === 'true')
    return 'WEBHOOK_LOOPBACK would let admins reach services on this machine: use in-production if you want that'
  if (given.SMTP_URL !== undefined && given.MAIL_FROM === undefined)
    return 'MAIL_FROM is needed with SMTP_URL: the address that emails come from'
  if (isOneAlone(given.VAPID_PUBLIC_KEY, given.VAPID_PRIVATE_KEY))
    return 'VAPID_PUBLIC_KEY goes together with VAPID_PRIVATE_KEY: set both or neither'
  if (given.S3_ENDPOINT !== undefined && given.S3_BUCKET === undefined)
    return 'S3_BUCKET is needed with S3_ENDPOINT: it names the bucket for the files'
  if (given.ROLE !== 'all' && !(given.EVENTSTORE_URL && given.MONGODB_URL && given.S3_BUCKET))
    return 'ROLE api, like the worker, needs EVENTSTORE_URL, MONGODB_URL and S3_BUCKET: the embedded stores are for one process'
  if (given.ROLE !== 'all' && !(given.SESSION_SECRET && given.VAPID_PUBLIC_KEY && given.MASTER_KEY))
    return 'ROLE api, like the worker, needs SESSION_SECRET, MASTER_KEY, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: they must be the same in all processes'
  if (isProduction && given.DEMO) return 'DEMO cannot be true with NODE_ENV=production: the demo’s passwords are public'
  if (exposesDemo(given, given.HOST)) return `HOST ${exposed}`
  if (given.PUBLIC_URL && exposesDemo(given, new URL(given.PUBLIC_URL).hostname)) return `PUBLIC_URL ${exposed}`
  return undefined
}

const bytesOf = (megabytes: number): number => Math.floor(megabytes * 1024 * 1024)

/** Reads the settings from the environment; a blank one counts as absent. Throws `Misconfigured` in one sentence. */
export function readSettings(env: Record<string, string | undefined>) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(present)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new Misconfigured(`${path.join('.')} ${message}.`)
  }
  const { data: given } = parsed
  const conflict = conflictIn(given)
  if (conflict) throw new Misconfigured(`${conflict}.`)
  const { NODE_ENV, ADMIN_EMAIL, ADMIN_PASSWORD, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, RATE_LIMITS } = given
  const { S3_BUCKET, S3_ENDPOINT } = given
  const keys =
    VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } : undefined
  const production = NODE_ENV === 'production'
  const demo = opensDemo(given)
  return {
    production,
    /** `api`: the read models, mails and pushes are another process's work. */
    role: given.ROLE,
    port: given.PORT,
    /** Where an operator's Prometheus reads what is measured; nothing is measured without it. */
    metricsPort: given.METRICS_PORT,
    host: given.HOST,
    /** Where everything that is kept is kept. The demo has a folder of its own, unless one is named. */
    dataDir: given.DATA_DIR ?? (demo ? './demo-data' : './data'),
    /** Where EventStoreDB is, as its clients write it; undefined means the embedded store. It may carry a password. */
    eventStoreUrl: given.EVENTSTORE_URL,
    /** The prefix of our streams there, before a dot: `atelier` unless given. Another one means other events. */
    eventStorePrefix: given.EVENTSTORE_PREFIX,
    /** How long a start waits for it, in milliseconds; thirty seconds unless given. */
    eventStoreStartMs: given.EVENTSTORE_START_SECONDS && 1_000 * given.EVENTSTORE_START_SECONDS,
    /** The address people use, without a trailing slash; undefined means whatever the request was addressed to. */
    publicUrl: given.PUBLIC_URL,
    /** Made the first admin when there is none. */
    admin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    sessionSecret: given.SESSION_SECRET,
    /** The former secret of sessions: those signed by it go on, and are signed anew as they are used. */
    sessionSecretBefore: given.SESSION_SECRET_BEFORE,
    /** The address that the head of each day is mailed to. */
    dailyHeadTo: given.DAILY_HEAD_TO,
    /** Whether what matters for the safety of accounts is logged. */
    securityLog: (given.SECURITY_LOG ?? (production ? 'on' : 'off')) === 'on' || undefined,
    demo,
    mail: {
      /** Where mails are handed over; without it they stay in the outbox folder. */
      smtpUrl: given.SMTP_URL,
      /** Whether they go there without TLS where the server has none; on this machine they always may. */
      clearText: given.SMTP_TLS === 'optional' || undefined,
      /** `Name <address>`, or an address. */
      from: given.MAIL_FROM,
    },
    push: {
      /** Made and kept when absent. */
      keys,
      /** Where a push service can write to when our pushes trouble it. */
      subject: given.VAPID_SUBJECT,
    },
    webhooks: {
      /** Whether webhooks may lead to this machine itself, over plain http too. */
      loopback: ['true', 'in-production'].includes(given.WEBHOOK_LOOPBACK ?? 'false'),
    },
    /** The secrets by which payment providers sign their webhooks; without one its webhook does not exist. */
    providers: { stripe: given.STRIPE_WEBHOOK_SECRET, razorpay: given.RAZORPAY_WEBHOOK_SECRET },
    /** Whether clients are reminded of what is due. */
    paymentReminders: given.PAYMENT_REMINDERS === 'on',
    /** The rate limits; undefined means none. */
    limits: RATE_LIMITS === 'off' ? undefined : (RATE_LIMITS ?? defaultLimits),
    /** The proxies that are trusted on a request's address: how many, or which, in express's terms. */
    trustProxy: given.TRUST_PROXY,
    /** How many projects a client may have open at a time. */
    openOrdersPerClient: given.OPEN_ORDERS_PER_CLIENT,
    files: {
      answerFileSize: bytesOf(given.ANSWER_FILE_MB),
      sharedFileSize: bytesOf(given.SHARED_FILE_MB),
      filesAtOnce: given.FILES_AT_ONCE,
      /** How many bytes all files shared on an order may have. */
      quota: bytesOf(given.ORDER_QUOTA_MB),
      /** How many bytes all files that one client has sent may have. */
      accountQuota: bytesOf(given.CLIENT_QUOTA_MB),
      /** How much of the disk stays free of files, so that everything else can still be written. */
      reserve: bytesOf(given.DISK_RESERVE_MB),
    },
    /** Where the read models are kept; without it in `dataDir`. */
    mongodbUrl: given.MONGODB_URL,
    /** The folder that the keys of personal data are kept in, apart from all else; `keys` in `dataDir` unless given. */
    keysDir: given.KEYS_DIR,
    /** The database they are kept in where the read models are in MongoDB; its name and `-keys` unless given. */
    keysDatabase: given.KEYS_DATABASE,
    /** The key that wraps the keys: 32 bytes, as base64 or hexadecimal. Made and stored in `keysDir` when absent. */
    masterKey: given.MASTER_KEY?.trim(),
    /** The former master key, while `masterKey` is changed: keys are wrapped anew as they are opened. */
    masterKeyBefore: given.MASTER_KEY_BEFORE?.trim(),
    /** Where the files are kept; without it in `dataDir`. Without an endpoint it is AWS. */
    s3: S3_BUCKET ? { bucket: S3_BUCKET, ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}) } : undefined,
  }
}

type Read = ReturnType<typeof readSettings>
/** The settings that every process has; without any other it does as without what that is about. */
type Needed = 'production' | 'port' | 'host' | 'dataDir' | 'demo' | 'files' | 'openOrdersPerClient'
type Groups = 'mail' | 'push' | 'webhooks' | 'providers'

/** The settings of a process: those of its environment, and some of tests, which are not to be set from outside. */
export type Settings = Pick<Read, Needed> &
  Partial<Omit<Read, Needed | Groups>> & { [Group in Groups]?: Partial<Read[Group]> } & {
    /** Whether push services on this machine are accepted too, over plain http. */
    push?: { local?: boolean }
    /** Whether an answer that breaks its contract is an error. */
    checkAnswers?: boolean
    /** How long an answer waits for its reader, in milliseconds. */
    answerTimeoutMs?: number
    /** Other bounds on live connections. */
    live?: Record<string, number>
  }
