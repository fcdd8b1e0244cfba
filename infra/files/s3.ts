import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Misconfigured } from '#infra/misconfigured.ts'
import { withTimeout } from '#infra/timeout.ts'
import { insteadOf, Unavailable } from '#infra/unavailable.ts'
import { checkFileName, checkRange, type FileStat, type FileStore, isFileName } from './store.ts'

/** The bucket, which has to be Atelier's own, and where it is; without an endpoint it is AWS. Keys and region: `AWS_*`. */
type S3Settings = { endpoint?: string; bucket: string }

/** How long an answer may take, in milliseconds: the caller is answered within two seconds that the store is unavailable. */
const timeoutMs = 1_400

/** How long a start waits for the bucket, in milliseconds. */
const startTimeoutMs = 5_000

/** How long nothing may come of a file that is wanted, in milliseconds: in the middle there is no answer left to give. */
const stallTimeoutMs = 5_000

/** How often, in milliseconds, an upload in flight checks that the server is there. */
const stallCheckMs = 250

/** The smallest part that S3 takes; an upload holds a few of them in memory, however large it is. */
const partSize = 5 * 1024 * 1024

/** How long one part may take at most, in milliseconds, on the slowest line worth waiting for. */
const maxDurationMs = 60_000

/** The beginning of the keys of what waits to go: no file's name has a slash. */
const quarantine = 'quarantine/'

function openClient(endpoint: string | undefined): S3Client {
  const agent = { keepAlive: true, maxSockets: 1_000 } // as many as there are readers: fifty slow ones must not stop all
  return new S3Client({
    endpoint,
    forcePathStyle: endpoint !== undefined, // a name of its own for every bucket is what only AWS has
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: maxDurationMs,
      throwOnRequestTimeout: true,
      socketTimeout: 0, // or a reader who takes his time would be cut off
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** Makes the bucket when there is none. Throws `Misconfigured`, and closes the client, when it cannot be used. */
async function ensureBucket(client: S3Client, { endpoint, bucket: Bucket }: S3Settings): Promise<void> {
  try {
    await withTimeout(startTimeoutMs, (abortSignal) =>
      client.send(new HeadBucketCommand({ Bucket }), { abortSignal }).catch(async (error) => {
        if (statusOf(error) !== 404) throw error
        await client.send(new CreateBucketCommand({ Bucket }), { abortSignal }).catch((refused: Error) => {
          // Another process that starts at this moment was faster.
          if (refused.name !== 'BucketAlreadyOwnedByYou') throw refused
        })
      }),
    )
  } catch (error) {
    client.destroy()
    throw new Misconfigured(`S3_BUCKET ${Bucket} ${reasonOf(error, endpoint)}.`)
  }
}

type Reach = <T>(work: (inTime: { abortSignal: AbortSignal }) => Promise<T>, limitMs?: number) => Promise<T>

/** The operations on the objects of a bucket. */
function objectsOf(client: S3Client, Bucket: string, reach: Reach) {
  const headOf = (Key: string) => reach((inTime) => client.send(new HeadObjectCommand({ Bucket, Key }), inTime))

  async function statOf(Key: string): Promise<FileStat> {
    const { ContentLength = 0, LastModified } = await headOf(Key)
    return { size: ContentLength, storedAt: LastModified!.toISOString() }
  }

  /** The id of the upload by which an object was stored. */
  const uploadOf = async (Key: string): Promise<string | undefined> => (await headOf(Key)).Metadata?.upload

  const bucketIsReachable = () => reach((inTime) => client.send(new HeadBucketCommand({ Bucket }), inTime))

  async function remove(name: string, prefix = '') {
    if (!isFileName(name)) return
    const command = new DeleteObjectCommand({ Bucket, Key: prefix + name })
    await reach((inTime) => client.send(command, inTime))
  }

  async function* list(Prefix = '') {
    let ContinuationToken: string | undefined
    do {
      const command = new ListObjectsV2Command({ Bucket, ContinuationToken, Prefix })
      const page = await reach((inTime) => client.send(command, inTime))
      // Objects that are not ours are ignored, above all by the sweep.
      for (const { Key } of page.Contents ?? []) {
        const name = Key?.slice(Prefix.length)
        if (name && isFileName(name)) yield name
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  /** Moves an object from one prefix to another, if it is there: the copy is whole before the other goes. */
  async function move(name: string, from: string, to: string) {
    if (!isFileName(name)) return
    const copying = new CopyObjectCommand({ Bucket, CopySource: `${Bucket}/${from}${name}`, Key: to + name })
    const copied = await undefinedIfMissing(reach((inTime) => client.send(copying, inTime), maxDurationMs))
    if (copied) await remove(name, from)
  }

  return { statOf, uploadOf, bucketIsReachable, remove, list, move }
}

/** Files as objects of one bucket. Makes the bucket when there is none. Throws `Misconfigured` when it cannot be used. */
export async function openS3Files(settings: S3Settings): Promise<FileStore> {
  const { endpoint, bucket: Bucket } = settings
  const client = openClient(endpoint)
  let closed = false

  /** Runs a request, with S3’s errors in the words of the port, and in time. */
  const reach: Reach = async (work, limitMs = timeoutMs) => {
    if (closed) throw new Unavailable('The file store')
    try {
      // Not AbortSignal.timeout: it would go on ticking while the content is read.
      return await withTimeout(limitMs, (abortSignal) => work({ abortSignal }))
    } catch (error) {
      throw isTransient(error) ? new Unavailable('The file store', error) : error
    }
  }

  await ensureBucket(client, settings)
  const { statOf, uploadOf, bucketIsReachable, remove, list, move } = objectsOf(client, Bucket, reach)

  async function put(name: string, content: Readable): Promise<FileStat> {
    checkFileName(name)
    if (closed) throw new Unavailable('The file store')
    let broken: { by: unknown } | undefined
    async function* whole() {
      try {
        yield* content
      } catch (error) {
        broken = { by: error }
        throw error
      }
    }
    const Body = Readable.from(whole(), { objectMode: false })
    // IfNoneMatch: a name that is taken is refused. What was uploaded of it is given up by `Upload` itself.
    const id = randomUUID()
    const params = { Bucket, Key: name, Body, IfNoneMatch: '*', Metadata: { upload: id } }
    const upload = new Upload({ client, params, partSize, queueSize: 2 })
    const done = new AbortController()
    let away: unknown
    const watch = whileNot(done.signal, bucketIsReachable).catch((error) => {
      away = error
      return upload.abort()
    })
    try {
      await upload.done()
    } catch (error) {
      content.destroy()
      if (broken) throw broken.by
      if (away) throw away
      if (isTransient(error)) throw new Unavailable('The file store', error)
      // A request whose answer was lost is sent again, and finds its own object.
      if (statusOf(error) !== 412 || (await uploadOf(name)) !== id) throw error
    } finally {
      done.abort()
      await watch
    }
    return statOf(name)
  }

  return {
    soleWriter: false,

    put,

    stat: async (name) => (isFileName(name) ? undefinedIfMissing(statOf(name)) : undefined),

    async get(name, range) {
      if (range) checkRange(range)
      if (!isFileName(name)) return undefined
      const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
      const getting = reach((inTime) => client.send(new GetObjectCommand({ Bucket, Key: name, Range }), inTime))
      const emptyPastTheEnd = getting.catch(insteadOf(isStatus(416), { Body: Readable.from([]) }))
      const body = (await undefinedIfMissing(emptyPastTheEnd))?.Body
      // In a stream of our own: what http hands out is not destroyed when its reader goes away, but some time later.
      if (!body) return undefined
      const content = Readable.from(unlessStalled(body as Readable), { objectMode: false })
      // Also where its reader has not begun.
      return content.once('close', () => (body as Readable).destroy())
    },

    remove: (name) => remove(name),

    list: () => list(),

    quarantine: {
      take: (name) => move(name, '', quarantine),
      giveBack: (name) => move(name, quarantine, ''),
      list: () => list(quarantine),
      remove: (name) => remove(name, quarantine),
    },

    async ping() {
      await bucketIsReachable()
    },

    async close() {
      closed = true
      client.destroy()
    },
  }
}

/** The content, as long as it comes. Only what S3 takes counts: a reader may take as long as it likes. */
async function* unlessStalled(body: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Unavailable('The file store')), stallTimeoutMs)
    const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
    if (done) return
    yield value
  }
}

/** Asks again and again until the signal comes. Rejects as the asking does. */
async function whileNot(signal: AbortSignal, ask: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await pause(stallCheckMs, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await ask()
  }
}

type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

const statusOf = (error: unknown): number | undefined => (error as SdkError).$metadata?.httpStatusCode

/** No answer, none in time, or one that says to come back later: nothing that is wrong with the request. */
function isTransient(error: unknown): boolean {
  const { code, name } = error as SdkError
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  return ['AbortError', 'TimeoutError', 'CredentialsProviderError'].includes(name) || typeof code === 'string'
}

const isStatus = (status: number) => (error: unknown) => statusOf(error) === status

const undefinedIfMissing = <T>(finding: Promise<T>): Promise<T | undefined> =>
  finding.catch(insteadOf(isStatus(404), undefined))

/** Why a bucket cannot be used, as the end of a sentence that begins with it. */
function reasonOf(error: unknown, endpoint = 'AWS'): string {
  const { name, message, code } = error as SdkError
  const status = statusOf(error)
  if (status === 403) return `at ${endpoint} rejects the keys AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`
  if (status === 301 || status === 400) return `at ${endpoint} does not exist in AWS_REGION, or its name is invalid`
  if (name === 'CredentialsProviderError') return 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  if (name === 'AbortError') return `at ${endpoint} did not answer within ${startTimeoutMs / 1_000} seconds`
  if (message.startsWith('Region is missing')) return 'needs AWS_REGION'
  return `can’t be reached at ${endpoint}: ${message || code || name}`
}
