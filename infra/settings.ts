import { z } from 'zod'
import { Misconfigured } from './misconfigured.ts'

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const megabytes = z.coerce.number('must be a number of megabytes').positive('must be a number of megabytes')

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: z.coerce
      .number('must be a port number')
      .int('must be a port number')
      .min(0, 'must be a port number')
      .max(65_535, 'must be a port number')
      .default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    EVENTSTORE_URL: z
      .string()
      .regex(/^esdb(\+discover)?:\/\//, 'must begin with esdb:// or esdb+discover://')
      .optional(),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }).optional(),
    ADMIN_EMAIL: z.email('must be an email address').optional(),
    ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    DEMO: flag.optional(),
    ANSWER_FILE_MB: megabytes.default(25),
    SHARED_FILE_MB: megabytes.default(200),
    FILES_AT_ONCE: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .default(20),
    ORDER_QUOTA_MB: megabytes.default(5_000),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => (ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined), {
    error: 'goes together with ADMIN_PASSWORD: set both or neither',
    path: ['ADMIN_EMAIL'],
  })

export type Settings = {
  production: boolean
  port: number
  host: string
  /** Where everything that is kept is kept. */
  dataDir: string
  /** Where EventStoreDB is, as its clients write it; undefined means the embedded store. It may carry a password. */
  eventStoreUrl?: string
  /** The address people use, without a trailing slash; undefined means whatever the request was addressed to. */
  publicUrl?: string
  /** Made the first admin when there is none. */
  admin?: { email: string; password: string }
  sessionSecret?: string
  demo: boolean
  files: FileLimits
}

/** How large files may be, and all the files that are shared on an order, in bytes; how many a request may bring. */
export type FileLimits = { answerFileSize: number; sharedFileSize: number; filesAtOnce: number; quota: number }

const megabyte = 1024 * 1024

/** Reads the settings from the environment; a blank one counts as absent. Throws `Misconfigured` in one sentence. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new Misconfigured(`${path.join('.')} ${message}.`)
  }
  const { NODE_ENV, PORT, HOST, DATA_DIR, PUBLIC_URL, ADMIN_EMAIL, ADMIN_PASSWORD, SESSION_SECRET, DEMO } = parsed.data
  const production = NODE_ENV === 'production'
  return {
    production,
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    eventStoreUrl: parsed.data.EVENTSTORE_URL,
    publicUrl: PUBLIC_URL?.replace(/\/+$/, ''),
    admin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : undefined,
    sessionSecret: SESSION_SECRET,
    demo: !production && (DEMO ?? true),
    files: {
      answerFileSize: parsed.data.ANSWER_FILE_MB * megabyte,
      sharedFileSize: parsed.data.SHARED_FILE_MB * megabyte,
      filesAtOnce: parsed.data.FILES_AT_ONCE,
      quota: parsed.data.ORDER_QUOTA_MB * megabyte,
    },
  }
}
