import type { Problem } from '#domain/event.ts'

/** A call that failed, in words for the person. `status` is 0 when no answer came. `fields` has a message per input. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly fields: Record<string, string>
  /** The credential that has to be entered before the call is made again. */
  readonly confirm: Problem['confirm']
  /** Whether a change may have been made nevertheless: a try of it was sent, and had no answer. */
  isUnsure = false
  constructor(status: number, { message, fields = {}, confirm }: Problem) {
    super(message)
    this.status = status
    this.fields = fields
    this.confirm = confirm
  }
}

/**
 * Whether the server answers what each page asks first; proxies hide `/readyz` from the public. Lists may be away nevertheless:
 * a page says that itself.
 */
export const isServerUp = (): Promise<boolean> =>
  fetch('/api/session', { method: 'HEAD' }).then(
    ({ ok, status }) => ok || status === 401,
    () => false,
  )

/** The error message of a failure: the server’s, or `otherwise`. */
export const messageOf = (error: unknown, otherwise = 'Something Went Wrong'): string =>
  (error instanceof HttpError && error.message) || otherwise

/**
 * Whether a change that failed may have been made nevertheless. A 409 tells that it was not: the server has looked by then at
 * what it recorded of its key.
 */
export const isUnsure = (error: unknown): boolean =>
  error instanceof HttpError && error.status !== 409 && (error.isUnsure || error.status === 0 || error.status >= 500)

/** Whether the same call may succeed when it is made again: what was refused for what it is would be refused again. */
export const isRetryable = ({ status }: HttpError): boolean =>
  status === 0 || status >= 500 || [401, 408, 429].includes(status)
