import {
  type AnswerOf,
  type BodyInputOf,
  type Endpoint,
  epochHeader,
  listProgressHeader,
  type Method,
  pathNamed,
  type QueryInputOf,
} from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { endpoints, type NamedCall } from '#domain/contract/endpoints.ts'
import type { CommandResult, Problem } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { takeEarly } from './early.ts'
import { checkEpoch } from './epoch.ts'
import { HttpError } from './http.ts'
import { noteListsMade, timesMade } from './lists-made.ts'
import { viewAsHeaders, viewedClient } from './view-as.ts'

export type Options = {
  /**
   * The `Idempotency-Key` of a change: the same for every try of one intent. A change that is given one is sent once more where
   * no answer comes. A fresh one when left out.
   */
  key?: string
  /** The revision a change is made on (`If-Match`): 412 when what is changed stands at another one. Any when left out. */
  revision?: number
  signal?: AbortSignal
  /** Whether the call outlives the page that makes it. Its body has at most 64 kB then. */
  keepalive?: boolean
}

/** The options of a call, as a page gives it: query and body as the contract says, and how to make it. */
type CallOptions<Name extends NamedCall> = Options & {
  query?: QueryInputOf<Contract[Name]>
  body?: BodyInputOf<Contract[Name]>
}

/** A fresh UUID for one intent. `crypto.randomUUID` is missing on a page that came over plain HTTP. */
export const newIdempotencyKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  )

/** Asks for the password again, and resolves to whether it was entered. */
let askForPassword: (() => Promise<boolean>) | undefined

/** Sets `ask` to ask for the password when a call wants it again, while there is one. */
export function onPasswordWanted(ask: typeof askForPassword): void {
  askForPassword = ask
}

let lastPosition = 0n

/** Remembers the position of an event this page knows of: later lists are asked to contain it. */
export function rememberPosition(position: string): void {
  const at = BigInt(position)
  if (at > lastPosition) lastPosition = at
}

/**
 * Makes a call of the contract by its name, and answers what the contract says. Every failure is an `HttpError`, unless
 * the signal ended it. Nothing here speaks to the person, but for the password where the call takes it again.
 */
export const call = <Name extends NamedCall>(name: Name, options: CallOptions<Name> = {}) =>
  callAt<AnswerOf<Contract[Name]>>(addressOf(name), options)

/** Makes the call of a command, whose definition has the endpoint. */
export const callCommand = (endpoint: Endpoint, options: Options & { body: object }) => {
  const [method, path] = endpoint.split(' ') as [Method, string]
  return callAt<CommandResult<OrderEvent>>({ method, path }, options)
}

type Address = { method: Method; path: string }

/** How and where a call of the contract is made. */
export function addressOf(name: NamedCall): Address {
  const [method, path = pathNamed(name)] = (endpoints[name] ?? 'GET').split(' ') as [Method, string?]
  return { method, path }
}
type Sent = Options & { query?: unknown; body?: unknown }

async function callAt<Answer>(address: Address, options: Sent): Promise<Answer> {
  const key = options.key ?? newIdempotencyKey()
  let isConfirmed = false
  let unsure: HttpError | undefined
  for (let isRepeated = !options.key; ; ) {
    try {
      return await callOnce(address, { ...options, key })
    } catch (failure) {
      const error = failure as HttpError
      if (error.isUnsure) unsure = error
      // It may have been done, and be seen on the page: then the repeat is answered with what was recorded.
      if (error.status === 0 && !isRepeated) isRepeated = true
      else if (error.confirm === 'password' && !isConfirmed && (await askForPassword?.())) isConfirmed = true
      else throw error.status === 0 && unsure ? unsure : Object.assign(error, { isUnsure: unsure !== undefined })
    }
  }
}

async function callOnce<Answer>(
  { method, path }: Address,
  { query, body, key, revision, signal, keepalive = false }: Sent & { key: string },
): Promise<Answer> {
  const reads = method === 'GET'
  const headers: Record<string, string> = { Accept: 'application/json', ...viewAsHeaders }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (!reads) headers['Idempotency-Key'] = key
  if (revision !== undefined) headers['If-Match'] = `"${revision}"`
  if (reads && lastPosition > 0n) headers['After-Position'] = String(lastPosition)
  const before = timesMade()
  const unanswered = unreachable(reads)
  let response: Response
  let text: string
  try {
    const at = path + searchOf(query)
    const ask = () =>
      fetch(at, {
        method,
        headers,
        keepalive,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
    response = await (reads && viewedClient === undefined && lastPosition === 0n ? takeEarly(at, ask) : ask())
    text = await response.text()
    checkEpoch(response.headers.get(epochHeader))
    const made = response.headers.get(listProgressHeader)
    if (made !== null) noteListsMade(Number(made), before)
  } catch (error) {
    if (signal?.aborted) throw error
    throw unanswered
  }
  return parseAnswer(response.status, text, !reads)
}

/** Parses an answer. Throws `HttpError` for a failure; the position of a change is remembered. */
export function parseAnswer<T>(status: number, text: string, change: boolean): T {
  const answer = parsed(text)
  if (status < 200 || status > 299) {
    const { message, ...more } = (answer ?? {}) as Partial<Problem>
    throw new HttpError(status, { message: message || 'Something Went Wrong', ...more })
  }
  const { position } = (answer ?? {}) as { position?: unknown }
  if (change && typeof position === 'string') rememberPosition(position)
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

/**
 * The failure of a call that is about to be made, for where no answer comes. Without a network nothing leaves this machine.
 * Otherwise a change may arrive; its key makes a second try safe.
 */
export function unreachable(reads: boolean): HttpError {
  if (navigator.onLine === false)
    return new HttpError(0, { message: reads ? 'You’re offline.' : 'You’re offline. Nothing was sent.' })
  if (reads) return new HttpError(0, { message: 'We can’t reach the server. Please try again.' })
  const message = 'We can’t reach the server. Please try again; nothing will be saved twice.'
  return Object.assign(new HttpError(0, { message }), { isUnsure: true })
}

/** Where a call is made that the browser itself makes, by a link: its path, with a query behind it. */
export const pathTo = <Name extends NamedCall>(name: Name, query?: QueryInputOf<Contract[Name]>): string =>
  addressOf(name).path + searchOf(query)

/** A query as it stands behind a path, with its `?`; what is undefined is left out, and nothing where all is. */
export function searchOf(query: unknown): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
