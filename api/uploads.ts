import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Request, type Response, Router } from 'express'
import multer, { type StorageEngine } from 'multer'
import { z } from 'zod'
import { Invalid, NotFound } from '#domain/action.ts'
import { hasExtension } from '#domain/template/question.ts'
import type { FileStore } from '#infra/files/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { fileOf } from '#projections/files.ts'
import { type Call, callsOn, people } from './call.ts'
import type { Parts } from './parts.ts'
import { WrongType } from './problems.ts'

/** A file that arrived: under which name it is kept, what its owner called it, and for which question it was sent. */
export type ReceivedFile = { filename: string; originalName: string; questionId: number }

/** What a browser may show as part of a page. Everything else is saved. */
const shown = new Set('pdf jpg jpeg png gif webp bmp ico txt'.split(' '))

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** multer's door to the file store: straight from the request into it, never whole in memory. */
const into = (store: FileStore): StorageEngine => ({
  _handleFile(_request, file, done) {
    const filename = `${randomBytes(16).toString('base64url')}.${extensionOf(file.originalname)}`
    store.put(filename, file.stream).then(({ size }) => done(null, { filename, size }), done)
  },
  _removeFile(_request, { filename }, done) {
    store.remove(filename).then(() => done(null), done)
  },
})

/** Which files a request may bring: under which field, of which kinds, how large in bytes, and how many. */
export type FilesTaken = { field: string; extensions: readonly string[]; fileSize: number; files: number }

/**
 * Receives a request's files with their `questionIds`, then does the work, which says the answer and the names it made
 * use of; the other files are removed again. When the work fails, or the request breaks off, nothing that arrived is
 * kept.
 */
export async function withFiles<A>(
  store: FileStore,
  request: Request,
  response: Response,
  { field, extensions, fileSize, files }: FilesTaken,
  work: (received: ReceivedFile[]) => Promise<{ answer: A; used: string[] }>,
): Promise<A> {
  const receive = multer({
    storage: into(store),
    limits: { fileSize, files, fields: 100, fieldSize: 1024 * 1024, parts: 200 },
    defParamCharset: 'utf8',
    fileFilter: (_request, { originalname }, done) => {
      if (hasExtension(originalname, extensions)) return done(null, true)
      done(new WrongType(`${originalname} is of a kind that is not accepted`))
    },
  })
  await promisify(receive.array(field))(request, response)
  const arrived = (request.files ?? []) as Express.Multer.File[]
  let used: string[] = []
  try {
    const done = await work(paired(arrived, request.body?.questionIds))
    used = done.used
    return done.answer
  } catch (error) {
    // Whether anything was recorded is not known now: the sweep at the next start knows.
    if (error instanceof Unavailable) used = arrived.map(({ filename }) => filename)
    throw error
  } finally {
    await Promise.all(arrived.map(({ filename }) => !used.includes(filename) && store.remove(filename)))
  }
}

function paired(files: Express.Multer.File[], questionIds: unknown): ReceivedFile[] {
  const ids = ([] as unknown[]).concat(questionIds ?? []).map(Number)
  if (ids.length !== files.length || !ids.every(Number.isInteger)) {
    throw new Invalid({ questionIds: 'Each file needs the id of its question' })
  }
  return files.map(({ filename, originalname }, at) => ({ filename, originalName: originalname, questionId: ids[at]! }))
}

const file = {
  says: 'A file, whole or a range of it',
  may: people,
  query: z.object({ download: z.string().optional() }),
} as const satisfies Call

/** Files, to those who may see the order they belong to. */
export function fileRoutes({ files, sessions, projections, handler }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  on.get('/uploads/:filename', file, async ({ person, query }, request, response) => {
    const filename = String(request.params.filename)
    // A file that was named a moment ago may not be in the read model yet.
    await projections.files.reached(handler.latest(), 2_000)
    const known = await fileOf(projections.files, filename)
    const stat =
      known && (person.role === 'admin' || known.clientId === person.id) ? await files.stat(filename) : undefined
    if (!known || !stat) throw new NotFound('There is no such file')

    const asked = request.range(stat.size)
    const range = Array.isArray(asked) && asked.type === 'bytes' && asked.length === 1 ? asked[0] : undefined
    response.set({ 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, max-age=31536000, immutable' })
    if (asked === -1) return void response.status(416).set('Content-Range', `bytes */${stat.size}`).end()

    const content = await files.get(filename, range)
    if (!content) throw new NotFound('There is no such file')
    const extension = extensionOf(filename)
    const save = query.download === 'true' || !shown.has(extension)
    response.attachment(known.originalName)
    if (!save) response.set('Content-Disposition', response.get('Content-Disposition')!.replace('attachment', 'inline'))
    response.type(shown.has(extension) ? extension : 'application/octet-stream').set({
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'Content-Length': String(range ? range.end - range.start + 1 : stat.size),
      ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${stat.size}` } : {}),
    })
    response.status(range ? 206 : 200)
    await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error // the reader went away: nobody to tell
    })
  })

  return router
}

/** Removes what was stored for a request that the process did not live to finish. `before`: when this process began. */
export async function sweepFiles({ files, projections }: Pick<Parts, 'files' | 'projections'>, before: string) {
  await projections.files.caughtUp
  for await (const name of files.list()) {
    if (await fileOf(projections.files, name)) continue
    const stat = await files.stat(name)
    if (stat && stat.storedAt < before) await files.remove(name)
  }
}
