import { type AnswerOf, epochHeader, type QueryInputOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { NamedCall } from '#domain/contract/endpoints.ts'
import { addressOf, newIdempotencyKey, type Options, parseAnswer, pathTo, unreachable } from './api.ts'
import { checkEpoch } from './epoch.ts'
import { HttpError } from './http.ts'
import { viewAsHeaders } from './view-as.ts'

// Calls that take or answer files, apart from those that every page makes.

type UploadOptions = Options & {
  /** How much has gone out: 0 to 1. */
  onProgress?: (part: number) => void
}

/**
 * Makes a call of the contract that takes a form with files. `fetch` cannot tell how far an upload is, so this is an
 * XMLHttpRequest.
 */
export function send<Name extends NamedCall>(
  name: Name,
  form: FormData,
  { key, revision, signal, onProgress }: UploadOptions = {},
): Promise<AnswerOf<Contract[Name]>> {
  const { method, path } = addressOf(name)
  const { promise, resolve, reject } = Promise.withResolvers<AnswerOf<Contract[Name]>>()
  if (signal?.aborted) return Promise.reject(signal.reason)
  const sending = new XMLHttpRequest()
  sending.open(method, path)
  sending.setRequestHeader('Accept', 'application/json')
  sending.setRequestHeader('Idempotency-Key', key ?? newIdempotencyKey())
  if (revision !== undefined) sending.setRequestHeader('If-Match', `"${revision}"`)
  for (const [name, value] of Object.entries(viewAsHeaders)) sending.setRequestHeader(name, value)
  sending.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress?.(loaded / total)
  sending.onload = () => {
    checkEpoch(sending.getResponseHeader(epochHeader))
    try {
      resolve(parseAnswer(sending.status, sending.responseText, true))
    } catch (error) {
      reject(error)
    }
  }
  const unanswered = unreachable(false)
  sending.onerror = async () => reject((await unreadableIn(form)) ?? unanswered)
  sending.onabort = () => reject(signal?.reason)
  signal?.addEventListener('abort', () => sending.abort(), { once: true })
  sending.send(form)
  return promise
}

/** The failure of a form whose file was changed, moved or deleted after it was chosen: browsers do not send it then. */
async function unreadableIn(form: FormData): Promise<HttpError | undefined> {
  for (const file of form.values()) {
    if (typeof file === 'string') continue
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch {
      return new HttpError(400, { message: `Please choose ${file.name} again: it was changed or moved.` })
    }
  }
  return undefined
}

/**
 * Makes a call whose answer is a file, which is called as the server calls it. Every failure is an `HttpError`.
 */
export async function fetchFile<Name extends NamedCall>(
  name: Name,
  query: QueryInputOf<Contract[Name]>,
): Promise<{ content: Blob; filename: string }> {
  const unanswered = unreachable(true)
  let response: Response
  let content: Blob
  try {
    response = await fetch(pathTo(name, query), { headers: viewAsHeaders })
    checkEpoch(response.headers.get(epochHeader))
    content = await response.blob()
  } catch {
    throw unanswered
  }
  if (!response.ok) parseAnswer(response.status, await content.text(), false)
  return { content, filename: filenameIn(response.headers.get('Content-Disposition')) }
}

/** The name that a header gives a file, in UTF-8 where it has that. */
function filenameIn(header: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(header ?? '') ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/.exec(header ?? '')?.[1] ?? 'file'
}
