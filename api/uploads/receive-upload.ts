import { createHash, randomBytes } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { promisify } from 'node:util'
import type { Request, Response } from 'express'
import type { Options, StorageEngine } from 'multer'
import type { ZodType } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { TooLarge, WrongType } from '#api/http/problems.ts'
import type { RequestContext } from '#api/http/router.ts'
import { type Command, Invalid, perform } from '#domain/command.ts'
import type { Event, Person } from '#domain/event.ts'
import { extensionOf, hasExtension } from '#domain/file.ts'
import { fileName } from '#domain/one-line.ts'
import type { StoredFile } from '#domain/order/conversation.ts'
import { tooManyFiles } from '#domain/words/too-many.ts'
import { hashed } from '#infra/backup/hash.ts'
import { type FileStore, freed } from '#infra/files/store.ts'
import { expectUpload } from '#infra/http.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { filesWithin } from '#projections/order/files.ts'
import type { Allowance } from './allowance.ts'
import { contentMatches, fileTypeOf, measured, type PictureSize, typeHeadSize } from './file-beginnings.ts'

/** The files that a request may bring, and the fields beside them. */
type UploadOptions<Form> = {
  /** The form's other fields. */
  form: ZodType<Form>
  extensions: readonly string[]
  /** The largest file, in bytes. */
  fileSize: number
  /** How many at once. */
  files: number
  /** The field by which an error message names the nth file, counted from 0, given the fields that came before it. */
  fieldOf?(nth: number, body: Record<string, unknown>): string | undefined
  /**
   * Refuses the request by the fields before its first file, so that nothing is stored in vain. Resolves to whether it is
   * a repetition, whose files are counted already.
   */
  admit?(body: Record<string, unknown>): Promise<boolean>
}

/** What a repetition of a request has in common with it of its files: not the names they are stored under. */
export const sameFiles = (received: readonly StoredFile[]) =>
  received.map(({ originalName, size }) => [originalName, size])

/** A request with files: of whom it is, and what is read and answered. */
type UploadRequest = { person: Person; request: Request; response: Response }

/**
 * Receives a request's files, in the field `files` of its form, then does the work, which returns the events it
 * recorded. Files that none of them name are removed again. When the form's other fields do not fit, when the work
 * fails, or the request breaks off, nothing that arrived is kept. Throws `Refusal` where a client has no room for them.
 */
export const receiveUpload = <A extends { events: unknown }, Form>(
  { files, allowances }: Pick<AppContext, 'files' | 'allowances'>,
  sent: UploadRequest,
  options: UploadOptions<Form>,
  work: (received: StoredFile[], fields: Form) => Promise<A>,
): Promise<A> => allowances.within(sent.person, (allowance) => receive(files, sent, allowance, options, work))

async function receive<A extends { events: unknown }, Form>(
  store: FileStore,
  { person, request, response }: UploadRequest,
  allowance: Allowance,
  { form, extensions, fileSize, files, admit, fieldOf }: UploadOptions<Form>,
  work: (received: StoredFile[], fields: Form) => Promise<A>,
): Promise<A> {
  expectUpload(request)
  let admitted: Promise<boolean> | undefined
  let isRepetition = false
  const { default: multer } = await import('multer') // with the first file, so that a start need not wait for it
  let arriving = 0
  const fields = new WeakMap<object, string | undefined>()
  /** Names the field that a file was sent for in the error that refuses it. */
  const explained = (file: object, error: Error) => {
    if (error instanceof WrongType) error.field = fields.get(file)
    return error
  }
  const count: Allowance = (bytes) => allowance(bytes, isRepetition)
  const options: Options & StreamHandling = {
    storage: storageIn(store, person.id, count, explained),
    limits: {
      ...{ fileSize, files, fieldSize: maxText, fieldNameSize: 100, fieldNestingDepth: 0 },
      ...{ fields: files + moreFields, parts: 2 * files + moreFields },
    },
    defParamCharset: 'utf8',
    streamHandler: (sent, parser) => {
      let text = 0
      parser.on('field', (_name, value: string) => {
        text += value.length
        if (text > maxText) parser.emit('error', new TooLarge())
      })
      sent.pipe(parser)
    },
    fileFilter: (_request, file, done) => {
      file.originalname = fileName(file.originalname)
      const { originalname } = file
      fields.set(file, fieldOf?.(arriving++, { ...request.body }))
      if (!hasExtension(originalname, extensions))
        return done(explained(file, new WrongType(`${originalname}: this file type isn’t supported`)))
      admitted ??= admit?.({ ...request.body }) ?? Promise.resolve(false)
      admitted.then((repeated) => {
        isRepetition = repeated
        done(null, true)
      }, done)
    },
  }
  const parse = multer(options).array('files')
  await promisify(parse)(request, response).catch((error) => refuseForm(error, files))
  const arrived = ((request.files ?? []) as (Express.Multer.File & Stored)[]).map(
    ({ filename, originalname, size, sha256, picture }: Express.Multer.File & Stored): StoredFile => ({
      filename,
      originalName: originalname,
      fileType: fileTypeOf(extensionOf(originalname)),
      size,
      sha256,
      ...picture,
    }),
  )
  let used: string[] = []
  try {
    const answer = await work(arrived, form.parse(request.body ?? {}))
    used = filesWithin(answer.events).map(({ filename }) => filename)
    return answer
  } catch (error) {
    // Whether anything was recorded is not known now: the sweep at the next start knows.
    if (error instanceof Unavailable) used = arrived.map(({ filename }) => filename)
    throw error
  } finally {
    const unused = arrived.filter(({ filename }) => !used.includes(filename))
    // What cannot be removed now is swept one day: whether the work was done does not depend on it.
    await Promise.allSettled(unused.map(({ filename }) => store.remove(filename)))
  }
}

/** Throws what a caller is to read of the parser's error, where `most` files are taken at once. */
function refuseForm(error: Error & { code?: string }, most: number): never {
  if (error.code === 'LIMIT_FILE_COUNT') throw new TooLarge(tooManyFiles(most))
  // What it says of a form that is none has neither a name nor a code.
  throw error.name === 'Error' && error.code === undefined ? new Invalid({ form: 'The form data is invalid' }) : error
}

/** The part that multer's types leave out: a function that gets a request and the parser of its form. */
type StreamHandling = { streamHandler(sent: Readable, parser: Writable): void }

/** How much text a form may bring, all its fields together, in characters; and how many fields beside one a file. */
const maxText = 1024 * 1024
const moreFields = 10

/** The storage engine’s data of a file beside its name and size. */
type Stored = { sha256: string; picture?: PictureSize }

/** multer's storage engine: streams from the request into the file store, never whole in memory. */
const storageIn = (
  store: FileStore,
  sender: string,
  allowance: Allowance,
  explained: (file: object, error: Error) => Error,
): StorageEngine => ({
  _handleFile(_request, file, done) {
    const { originalname, stream } = file
    const filename = `${randomBytes(16).toString('base64url')}.${extensionOf(originalname)}`
    const hash = createHash('sha256')
    const checked = hashed(freed(check(originalname, stream, allowance)), hash)
    const isPicture = fileTypeOf(extensionOf(originalname)) === 'image'
    const stored: Pick<Stored, 'picture'> = {}
    const content = isPicture ? measured(checked, sender, (picture) => Object.assign(stored, { picture })) : checked
    store.put(filename, Readable.from(content, { objectMode: false })).then(
      ({ size }) => done(null, { filename, size, sha256: hash.digest('hex'), ...stored } as object),
      (error) => {
        stream.resume() // or the rest of the form would never be read
        done(explained(file, error))
      },
    )
  },
  _removeFile(_request, { filename }, done) {
    store.remove(filename).then(() => done(null), done)
  },
})

/** The content, once its beginning agrees with its name. Throws `WrongType`, and what the allowance throws. */
async function* check(name: string, content: Readable, allowance: Allowance): AsyncGenerator<Buffer> {
  const head: Buffer[] = []
  let size = 0
  const agree = async () => {
    if (!(await contentMatches(extensionOf(name), Buffer.concat(head)))) {
      throw new WrongType(`${name}: the content doesn’t match the file type`)
    }
  }
  // Not destroyed when it is refused: the parser would take that for an error of its own, and the rest has to be read.
  for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    allowance(chunk.length)
    if (size >= typeHeadSize) {
      yield chunk
      continue
    }
    head.push(chunk)
    size += chunk.length
    if (size < typeHeadSize) continue
    await agree()
    yield* head
  }
  if (size >= typeHeadSize) return
  await agree()
  yield* head
}

/**
 * Refuses an upload to an order before its files are stored, where it is refused whatever they are. One that was recorded
 * under its `Idempotency-Key` is not: its answer was lost. Resolves to whether it is such a one. Throws as `perform`.
 */
export async function admitUpload<State, E extends Event, Input extends { orderId: string }>(
  { handler, now }: Pick<AppContext, 'handler' | 'now'>,
  { person: by, recorded }: Pick<RequestContext<'shareFiles'>, 'person' | 'recorded'>,
  command: Command<State, E, Input>,
  input: Input,
): Promise<boolean> {
  if (await recorded(command, input.orderId)) return true
  const { state } = await handler.load(command.aggregate, input.orderId)
  perform(command, state, input, { by, at: new Date(now()).toISOString() })
  return false
}
