import type { Problem } from '#domain/wire.ts'

/** A call that failed, in words for the person. `status` is 0 when no answer came. `fields` has a message per input. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly fields: Record<string, string>
  constructor(status: number, { message, fields = {} }: Problem) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

export type Options = {
  /** The `Idempotency-Key` of a change: the same for every try of one intent. A fresh one when left out. */
  key?: string
  /** The revision a change is made on (`If-Match`): 412 when what is changed stands at another one. Any when left out. */
  revision?: number
  signal?: AbortSignal
  /** Whether the call outlives the page that makes it. Its body has at most 64 kB then. */
  keepalive?: boolean
}

/** Calls to our own api. Every failure is an `HttpError`. Nothing here speaks to the person. */
export const http = {
  get: <T>(path: string, options?: Options) => call<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: Options) => call<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: Options) => call<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: Options) => call<T>('DELETE', path, body, options),
}

/** A fresh UUID for one intent. `crypto.randomUUID` is missing on a page that came over plain HTTP. */
export const intentKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  )

let seen = 0n

/** Remembers the position of a fact this page knows of: later lists are asked to contain it. */
export function remember(position: string): void {
  const at = BigInt(position)
  if (at > seen) seen = at
}

async function call<T>(
  method: string,
  path: string,
  body: unknown,
  { key, revision, signal, keepalive = false }: Options = {},
): Promise<T> {
  const reads = method === 'GET'
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (!reads) headers['Idempotency-Key'] = key ?? intentKey()
  if (revision !== undefined) headers['If-Match'] = `"${revision}"`
  if (reads && seen > 0n) headers['After-Position'] = String(seen)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      keepalive,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(reads)
  }
  return take<T>(response.status, text, !reads)
}

export type UploadOptions = Options & {
  /** POST unless given. */
  method?: 'POST' | 'PUT'
  /** How much has gone out: 0 to 1. */
  onProgress?: (part: number) => void
}

/** Sends a form with files. `fetch` cannot tell how far an upload is, so this is an XMLHttpRequest. */
export function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const { method = 'POST', key, revision, signal, onProgress } = options
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  if (signal?.aborted) return Promise.reject(signal.reason)
  const request = new XMLHttpRequest()
  request.open(method, path)
  request.setRequestHeader('Accept', 'application/json')
  request.setRequestHeader('Idempotency-Key', key ?? intentKey())
  if (revision !== undefined) request.setRequestHeader('If-Match', `"${revision}"`)
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress?.(loaded / total)
  request.onload = () => {
    try {
      resolve(take<T>(request.status, request.responseText, true))
    } catch (error) {
      reject(error)
    }
  }
  request.onerror = () => reject(noAnswer(false))
  request.onabort = () => reject(signal?.reason)
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(form)
  return promise
}

function take<T>(status: number, text: string, change: boolean): T {
  const answer = parsed(text)
  if (status < 200 || status > 299) {
    const { message, fields } = (answer ?? {}) as Partial<Problem>
    throw new HttpError(status, { message: message || 'Something Went Wrong', ...(fields ? { fields } : {}) })
  }
  const { position } = (answer ?? {}) as { position?: unknown }
  if (change && typeof position === 'string') remember(position)
  return answer as T
}

// A proxy in front of the server may answer with a page of its own.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Without a network nothing left this machine. Otherwise a change may have arrived; its key makes a second try safe.
function noAnswer(reads: boolean): HttpError {
  if (navigator.onLine === false)
    return new HttpError(0, { message: reads ? 'You are offline.' : 'You are offline. Nothing was sent.' })
  return new HttpError(0, {
    message: reads
      ? 'The server does not answer. Please try again.'
      : 'The server does not answer. Please try again: nothing is done twice.',
  })
}
