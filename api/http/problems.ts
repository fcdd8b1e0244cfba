import type { Duplex } from 'node:stream'
import type { ErrorRequestHandler } from 'express'
import { config, ZodError } from 'zod'
import { fieldsOf, Invalid, NotAllowed, NotFound, Refusal, TooMany } from '#domain/command.ts'
import type { Problem } from '#domain/event.ts'
import { inputMessage } from '#domain/words/input-message.ts'
import { BadCursor } from '#infra/documents/store.ts'
import { isUnusable, KeyReused, NewerEvents, Stale } from '#infra/events/command-handler.ts'
import { DamagedFile } from '#infra/files/store.ts'
import type { Log } from '#infra/log.ts'
import { MailRefused } from '#infra/mail/mailer.ts'
import { Busy, Unavailable } from '#infra/unavailable.ts'
import { ListsBuilding } from './caught-up.ts'
import { loggedPath, type SecurityLog } from './security-log.ts'
import { NoSession, NotConfirmed } from './session.ts'

// The messages that a schema does not have itself, so that no message is the library’s own.
config({ localeError: inputMessage })

/** A file, or a type of body, that is not taken. Answered with 415. */
export class WrongType extends Error {
  override name = 'WrongType'
  /** The form’s field that it was sent for, where known. */
  field: string | undefined
}

/** A method that no call of the path has. Answered with 405 and those that calls have. */
export class WrongMethod extends Error {
  override name = 'WrongMethod'
  readonly allowed: readonly string[]
  constructor(allowed: readonly string[]) {
    super('This endpoint doesn’t support this method')
    this.allowed = allowed
  }
}

/** The error message for what is too large. */
const tooLarge = 'The request is too large'

/** More than is taken. Answered with 413. */
export class TooLarge extends Error {
  override name = 'TooLarge'
  constructor(message = tooLarge) {
    super(message)
  }
}

const unusableMessage = 'This data is damaged and can’t be shown or changed until it’s restored. Everything else works.'

const damagedFileMessage = 'This file is damaged where we store it, so we don’t send it. Please ask us to restore it.'

type ErrorResponse = { status: number; problem: Problem; headers?: Record<string, string> }

/** The one place where an error becomes an answer. Undefined for an unexpected error. */
function responseTo(error: unknown): ErrorResponse | undefined {
  if (error instanceof ZodError) {
    return { status: 400, problem: { message: error.issues[0]!.message, fields: fieldsOf(error) } }
  }
  if (error instanceof Invalid)
    return { status: 400, problem: { message: error.message, fields: error.fields, ...error.more } }
  if (error instanceof WrongMethod) {
    return { status: 405, problem: { message: error.message }, headers: { Allow: error.allowed.join(', ') } }
  }
  if (error instanceof Stale) {
    return { status: 412, problem: { message: error.message }, headers: { ETag: `"${error.revision}"` } }
  }
  if (error instanceof TooMany) {
    return { status: 429, problem: { message: error.message }, headers: { 'Retry-After': String(error.seconds) } }
  }
  if (error instanceof Unavailable || error instanceof Busy || error instanceof ListsBuilding) {
    return { status: 503, problem: { message: error.message }, headers: { 'Retry-After': '2' } }
  }
  if (error instanceof NewerEvents) {
    return { status: 503, problem: { message: error.message }, headers: { 'Retry-After': '30' } }
  }
  if (error instanceof DamagedFile) return { status: 500, problem: { message: damagedFileMessage } }
  if (isUnusable(error)) return { status: 500, problem: { message: unusableMessage } }
  if (error instanceof NotConfirmed) return { status: 403, problem: { message: error.message, confirm: 'password' } }
  if (error instanceof NoSession) return { status: 401, problem: { message: error.message, ...error.more } }
  if (error instanceof WrongType) {
    const { message, field } = error
    return { status: 415, problem: { message, ...(field === undefined ? {} : { fields: { [field]: message } }) } }
  }
  for (const [kind, status] of plain) {
    if (error instanceof kind) return { status, problem: { message: error.message } }
  }
  return fromLibrary(error)
}

/** Whether an error says to a caller what it is; every other one is a defect. */
export const isAnswerable = (error: unknown): boolean => responseTo(error) !== undefined

const plain = [
  [BadCursor, 400],
  [NotAllowed, 403],
  [NotFound, 404],
  [Refusal, 409],
  [KeyReused, 409],
  [MailRefused, 409],
  [TooLarge, 413],
] as const

/** multer's codes for more than is taken; its other ones are of forms that are none of ours. */
const tooMuch = new Set<string | undefined>([
  ...['LIMIT_FILE_SIZE', 'LIMIT_PART_COUNT', 'LIMIT_FIELD_VALUE', 'LIMIT_FIELD_COUNT', 'LIMIT_FIELD_KEY'],
])

/** The errors of express and multer: a status of their own, or one of multer's codes. */
function fromLibrary(error: unknown): ErrorResponse | undefined {
  const { name, code, status } = error as { name?: string; code?: string; status?: number }
  if (name === 'MulterError') {
    return tooMuch.has(code)
      ? { status: 413, problem: { message: tooLarge } }
      : { status: 400, problem: { message: 'The form data is invalid' } }
  }
  if (status === 413) return { status, problem: { message: tooLarge } }
  if (status === 415) return { status, problem: { message: 'This content type isn’t supported' } }
  if (status && status >= 400 && status < 500) return { status, problem: { message: 'The request is invalid' } }
  return undefined
}

/** Whether an error is that of the break-off itself, where a client has disconnected. */
const isBreakOff = ({ name, code }: { name?: string; code?: string }): boolean =>
  name === 'AbortError' || ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'].includes(code ?? '')

/**
 * Sends every error as JSON. An unexpected error is logged, and sent without its details. `unavailableDependencies` tells the
 * log of a full disk.
 */
export const problems =
  (log: Log, security: SecurityLog, unavailableDependencies: () => Promise<unknown>): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const answer = responseTo(error)
    // What is damaged the store names when it finds it; that people meet it is said here.
    const isDefect = !answer || isUnusable(error) || error instanceof DamagedFile
    const isGone = request.socket.destroyed // the client has disconnected: there is no one to answer
    if (isGone && (!isDefect || isBreakOff(error))) return
    if (isDefect) log.error({ err: error, method: request.method, path: loggedPath(request) }, 'a call failed')
    // The caller hears what to do: what the server said may be about the settings, which an operator mends.
    if (error instanceof MailRefused) log.warn({ err: error }, 'the email server rejected an email')
    if (error instanceof Unavailable && error.isFull) void unavailableDependencies()
    const { status, problem, headers = {} } = answer ?? { status: 500, problem: { message: 'Something Went Wrong' } }
    security.failed(error, request, response, status)
    // The answer has begun: all that is left is to break it off, so that no client takes it for complete.
    if (response.headersSent || isGone) return void response.destroy()
    response.status(status).set(headers).json(problem)
  }

/** The refusals of Node's parser, made before there is a request, by its code. Everything else is a 400. */
const unparsed: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
}

/** Refuses a request that could not be parsed, as JSON too, and ends its connection. */
export function answerUnparsed({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy()
  const [status, message] = unparsed[code] ?? ['400 Bad Request', 'The request is invalid']
  const body = JSON.stringify({ message } satisfies Problem)
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
  ]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
