import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { json, type Request, type RequestHandler, type Response, Router } from 'express'
import { ZodObject, type ZodType } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { accountKeyIn, digestOf, keyedDigest } from '#api/secrets.ts'
import { anonymous } from '#domain/account/account.ts'
import { type Command, Invalid, NotAllowed, NotFound } from '#domain/command.ts'
import { type AnswerOf, type BodyOf, type Call, type QueryOf, viewAsHeader } from '#domain/contract/call.ts'
import { type CallName, type Contract, contract, endpointOf } from '#domain/contract/contract.ts'
import { brokenTextIn, isOversized, strip } from '#domain/contract/json.ts'
import type { LimitName } from '#domain/contract/limits.ts'
import { type CommandResult, type Event, type Origin, type Person, streamOf } from '#domain/event.ts'
import type { CommandMetadata } from '#infra/events/command-handler.ts'
import { etagOf, isCrossSite, sendCompressed } from './compressed.ts'
import type { Device, NamedAccount } from './devices.ts'
import type { InFlight } from './in-flight.ts'
import { type Limiter, rateLimitKey } from './limits.ts'
import { WrongMethod, WrongType } from './problems.ts'
import { bearerIn, type Cookies, deviceOf, isSameOriginOrTyped, onlyFromThePage } from './request-headers.ts'
import { type AuditedRequest, mayBeLogged, type SecurityLog } from './security-log.ts'
import type { SignedIn } from './session.ts'

/** JSON that is text already, and holds only what its call's schema names. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Executes commands as the command handler does. */
// biome-ignore lint/suspicious/noExplicitAny: some commands of some aggregate
type Executor = { handle(command: any, id: string, input: any, metadata: CommandMetadata): Promise<CommandResult<any>> }

/**
 * Executes a command for the request: as its user (`by` where it has no session), with its `Idempotency-Key`, and its
 * `If-Match` where the call takes it. `repeatKey`: what a repetition of the request has in common with it; query and body
 * unless given. `ignoreIfMatch`: the command is on another aggregate than the one whose revision `If-Match` has. `executor`
 * executes it in place of the command handler: documents with numbers need that. Throws what `handle` throws.
 */
export type Execute = <State, E extends Event, Input>(
  command: Command<State, E, Input>,
  id: string,
  input: Input,
  options?: { by?: Person; repeatKey?: unknown; ignoreIfMatch?: true; executor?: Executor },
) => Promise<CommandResult<E>>

/**
 * Resolves to what answers a request as it was answered, where its command is recorded under its `Idempotency-Key`; else to
 * undefined. A route that refuses before it executes refuses no such request. `by` and `repeatKey` as in `Execute`. Throws as
 * `load`.
 */
type FindRecordedAnswer = <State, E extends Event, Input>(
  command: Command<State, E, Input>,
  id: string,
  options?: { by?: Person },
) => Promise<((repeatKey?: unknown) => Promise<CommandResult<E>>) | undefined>

/**
 * A request as its route sees it: who asks, and what the schemas of the contract made of query and body. Of a call for
 * anyone, who asks is there with an API key alone.
 */
export type RequestContext<Name extends CallName> = (Contract[Name]['roles'] extends 'anyone'
  ? Partial<SignedIn>
  : SignedIn) & {
  query: QueryOf<Contract[Name]>
  body: BodyOf<Contract[Name]>
  request: Request
  response: Response
  execute: Execute
  recorded: FindRecordedAnswer
  /** The browser that asks, where the account that the request is about knows it. Only of calls that are limited. */
  device?: Device | undefined
}

/** Handles a call and returns the answer; undefined when it has answered by itself. */
type RouteHandler<Name extends CallName> = (
  context: RequestContext<Name>,
) => Promise<AnswerOf<Contract[Name]> | JsonText | undefined>

type CommandCall = { [Name in CallName]: Contract[Name] extends { executes: unknown } ? Name : never }[CallName]

/** The commands whose documents have numbers: their events are recorded by an executor that gives them. */
type NumberedCall = 'issueInvoice' | 'sendReceipt' | 'issueCreditNote'

/** A route for each call of the contract that is not a command, and for those that number a document. One that is missing does not compile. */
export type Routes = { [Name in Exclude<CallName, CommandCall> | NumberedCall]: RouteHandler<Name> } & {
  [Name in Exclude<CommandCall, NumberedCall>]?: undefined
}

/** The error message for every change while an admin views pages as a client. */
export const onlyViewed = 'You’re viewing this as the client. You can’t change anything here.'

export type Dependencies = Pick<AppContext, 'sessions' | 'keyring' | 'limiter' | 'addresses' | 'handler' | 'secret'> & {
  inFlight: InFlight
  security: SecurityLog
  /** Whether an answer that is not as its schema says is an error, as in tests; else what it does not name is left out. */
  checkAnswers: boolean
}

/**
 * Makes a GET call while a page is rendered, as the person who opens the page. Returns its answer as JSON; throws its error.
 */
export type ReadFor = (path: string, request: Request, response: Response) => Promise<string>

/** Executes the commands of a request, once for each of its idempotency keys. */
function createExecuting({ inFlight, handler, secret }: Pick<Dependencies, 'inFlight' | 'handler' | 'secret'>) {
  const bodyDigest = keyedDigest(secret, 'idempotency')
  const bodyOf = (repeatKey: unknown) => bodyDigest(JSON.stringify(repeatKey))

  /** `identify` checks the session once more after an upload, which may take longer than the session lasts. */
  return function executing(
    request: Request,
    call: Call,
    person: Person | undefined,
    given: unknown,
    identify: () => Promise<unknown>,
  ): { execute: Execute; recorded: FindRecordedAnswer } {
    const key = call.unkeyed ? undefined : request.get('Idempotency-Key')
    if (key !== undefined && (key === '' || key.length > 200)) {
      throw new Invalid({ 'Idempotency-Key': 'Idempotency-Key must have 1 to 200 characters' })
    }
    const match = call.ifMatch && request.get('If-Match')
    // −1 is the revision of what was never set.
    const expected = match === undefined ? undefined : /^"(-1|\d{1,15})"$/.exec(match)?.[1]
    if (match !== undefined && expected === undefined) {
      throw new Invalid({ 'If-Match': 'If-Match must be a revision in quotes, like "7"' })
    }
    const confirm = async () => void (person && call.form && (await identify()))
    const keyOf = (by: Person) => (key === undefined ? undefined : digestOf(by.id, request.path, key))
    const execute: Execute = (
      command,
      id,
      input,
      { by = person ?? anonymous, repeatKey = given, ignoreIfMatch, executor = handler } = {},
    ) =>
      inFlight.ofStream(streamOf(command.aggregate, id), async () => {
        await confirm()
        const recordedKey = keyOf(by)
        return executor.handle(command, id, input, {
          by,
          ...(person ? { origin: eventOriginOf(request, person) } : {}),
          ...(expected === undefined || ignoreIfMatch ? {} : { expectedRevision: Number(expected) }),
          ...(recordedKey === undefined ? {} : { cause: { key: recordedKey, body: bodyOf(repeatKey) } }),
        })
      })
    const recorded: FindRecordedAnswer = async (command, id, { by = person ?? anonymous } = {}) => {
      const recordedKey = keyOf(by)
      const answer = recordedKey === undefined ? undefined : await handler.recorded(command, id, recordedKey)
      if (!answer) return undefined
      return async (repeatKey = given) => {
        await confirm()
        return answer(bodyOf(repeatKey))
      }
    }
    return { execute, recorded }
  }
}

/** The caller by an API key, which stands in for a session; undefined for a request without one. */
async function keyHolder(
  { limiter, keyring }: Pick<Dependencies, 'limiter' | 'keyring'>,
  { scope }: Call,
  request: Request,
  response: Response,
): Promise<SignedIn | undefined> {
  const key = bearerIn(request.get('Authorization'))
  if (key === undefined) return undefined
  // Counted first: a client that guesses keys, or calls too often, gets 429, which does not say that a key is wrong.
  await limiter.address('apiKey', request.ip)
  response.set('WWW-Authenticate', 'Bearer') // for a 401; with any other answer it says nothing
  const { keyId, scopes, ...holder } = await keyring.authenticate(key)
  response.removeHeader('WWW-Authenticate')
  Object.assign(response.locals.audited, { key: keyId })
  await limiter.account('apiKey', keyId)
  if (!scope) throw new NotAllowed('API keys can’t use this endpoint')
  if (!scopes.includes(scope)) throw new NotAllowed(`This API key needs the scope ${scope}`)
  return holder
}

type CountedCaller = { account: string; signedIn?: SignedIn; device?: Device; address: string | undefined }

/** Counts a call: by account, by device where it is known, or by address. */
async function countAgainstLimit(
  limiter: Limiter,
  limit: LimitName,
  { account, signedIn, device, address }: CountedCaller,
): Promise<void> {
  if (signedIn) await limiter.account(limit, account)
  else if (device) await limiter.device(limit, device)
  else await limiter.stranger(limit, account, address)
}

type Caller = { request: Request; signedIn: SignedIn | undefined; device?: Device | undefined }

/**
 * Does a call's work; what is costly waits for its turn. Reads take turns by account, hashes of passwords by account or
 * address. Known devices, of which each login makes one, share the turn of their account. Known callers go before
 * strangers, from however many addresses those come.
 */
function inTurn<T>(
  inFlight: InFlight,
  call: Call,
  { request, signedIn, device }: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const ifStillThere = async () => {
    if (request.socket.destroyed) throw new DOMException('The caller has gone', 'AbortError')
    return work()
  }
  const account = signedIn && callerIdOf(signedIn)
  if (call.costly && account !== undefined) return inFlight.inTurn('read', account, ifStillThere)
  if (hashesPassword(call)) {
    const known = account ?? device?.account
    return inFlight.inTurn('hash', known ?? rateLimitKey(request.ip), ifStillThere, known !== undefined)
  }
  return work()
}

/** Sends the answers of calls: of each the fields that its schema names, and nothing else. */
function createSender(calls: Contract, checkAnswers: boolean) {
  async function send(name: CallName, request: Request, response: Response, answer: unknown): Promise<void> {
    const text = textOf(name, answer)
    response.type('json')
    const call: Call = calls[name]
    if (call.revalidated && call.roles === 'anyone')
      response.set({ 'Cache-Control': 'public, no-cache', ETag: etagOf(text) })
    // What is secret is answered to changes only, once, and they are not compressed (docs/decisions/0053).
    if (request.method !== 'GET' || isCrossSite(request)) response.send(text)
    else await sendCompressed(request, response, text)
  }

  function textOf(name: CallName, answer: unknown): string {
    const { answer: schema }: Call = calls[name]
    if (typeof schema === 'string') throw new Error(`${name} answers by itself`)
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(strip(schema, answer))
    if (checkAnswers) check(name, schema, answer instanceof JsonText ? JSON.parse(text) : answer)
    return text
  }

  return { send, textOf }
}

/**
 * The routes of the whole contract; a call that is a command needs none of its own. The limits by address come first, then
 * session and role, the limit of changes, the schemas, and the limits by account. A route sees only what passed, and of its answer only what the schema names is
 * sent. `read` makes its reading calls for the pages that the server renders.
 */
export function createRouter(
  routes: Routes,
  dependencies: Dependencies,
  calls: Contract = contract,
): { router: Router; read: ReadFor } {
  const { inFlight, limiter, sessions, keyring, security, addresses } = dependencies
  const executing = createExecuting(dependencies)
  const { send, textOf } = createSender(calls, dependencies.checkAnswers)
  const names = Object.keys(calls) as CallName[]

  function routeOf<Name extends CallName>(name: Name): RequestHandler {
    const call: Call = calls[name]
    const { roles, limit, executes } = call
    const route = routes[name] as RouteHandler<Name> | undefined
    if (!route && !executes) throw new Error(`${name} has no route`)
    const isLogged = mayBeLogged(name)
    const kind = call.form ? 'upload' : endpointOf(name).method === 'GET' ? 'read' : 'change'
    // What anyone may read is no different with a key: a client that sends one with every request is not refused.
    const isPublic = roles === 'anyone' && kind === 'read' && call.scope === undefined && !call.changes
    // Strangers' limits do not count for a program: its key has a limit of its own.
    const limitOf = (signedIn?: SignedIn) => (roles === 'anyone' && signedIn ? undefined : limit)
    return async (request, response) => {
      // Routes set this again where an answer may be cached: what is the same for everyone, and files.
      response.set('Cache-Control', 'no-store')
      // no-cache asks caches for the server's own word, as Node's fetch does with an If-None-Match: a 304 is that, too.
      if (call.revalidated) delete request.headers['cache-control']
      const audited: AuditedRequest = { call: name }
      response.locals.audited = audited
      if (call.changes && !isSameOriginOrTyped(request.headers)) throw new NotAllowed(onlyFromThePage)
      if (!call.viewable && request.get(viewAsHeader) !== undefined) throw new NotAllowed(onlyViewed)
      const named = limit && roles === 'anyone' ? namedIn(request, sessions.cookies) : undefined
      const device = named && (await sessions.devices.of(request.headers.cookie, named))
      // One in each turn of the event loop: however many ask at once, all others are answered between two of them.
      if (named && !device) await inFlight.inTurn('stranger', rateLimitKey(request.ip), () => nextTurn())
      const holder = isPublic ? undefined : await keyHolder(dependencies, call, request, response)
      const counts = limitOf(holder)
      if (counts && !device) await limiter.address(counts, request.ip)
      const signedIn = holder ?? (roles === 'anyone' ? undefined : await sessions.require(request, response))
      if (holder && request.get(viewAsHeader) !== undefined) throw new NotAllowed('A key can’t view as a client')
      if (signedIn) Object.assign(audited, whoAsks(signedIn))
      requireRole(call, signedIn)
      if (call.confirmed) sessions.requireConfirmed(request, signedIn!.session)
      if (!signedIn) return answer(request, response, undefined, device)
      if (kind === 'change' && signedIn.person.role === 'client') await limiter.account('change', callerIdOf(signedIn))
      const own = limit && !holder ? await sessions.devices.of(request.headers.cookie, signedIn.person) : undefined
      await inFlight.ofAccount(kind, callerIdOf(signedIn), () => answer(request, response, signedIn, own))
    }

    async function answer(request: Request, response: Response, signedIn?: SignedIn, device?: Device): Promise<void> {
      if (signedIn && kind !== 'read') await readJson(request, response)
      if (call.body) requireJson(request)
      if (isOversized(request.body)) throw new Invalid({ body: 'The request is invalid' }) // before anything goes through it
      const broken = brokenTextIn(request.body)
      if (broken) throw new Invalid({ [broken.join('.') || 'body']: 'Please remove the broken characters' })
      const query = call.query?.parse(request.query)
      const body = call.body?.parse(request.body)
      const email = emailIn(body)
      const audited: AuditedRequest = response.locals.audited
      // A program uses up nothing of its owner's, who works beside it.
      const counted =
        audited.key ?? signedIn?.person.id ?? (email === undefined ? undefined : addresses.digestOf(email))
      const counts = limitOf(signedIn)
      if (counts && counted !== undefined)
        await countAgainstLimit(limiter, counts, { account: counted, signedIn, device, address: request.ip })
      // A HEAD is answered with headers: nothing is made for it where none of them depends on what is found.
      if (request.method === 'HEAD' && signedIn && typeof call.answer !== 'string' && !call.problems)
        return void response.type('json').end()
      const { execute, recorded } = executing(request, call, signedIn?.person, [query, body], () => {
        const key = bearerIn(request.get('Authorization'))
        return key === undefined ? sessions.require(request, response) : keyring.authenticate(key)
      })
      const context = { ...signedIn, query, body, request, response, execute, recorded, device }
      if (call.status) response.status(call.status)
      await inTurn(inFlight, call, { request, signedIn, device }, async () => {
        const named = email === undefined ? undefined : await addresses.find(email)
        audited.account ??= named
        audited.about = personNamedIn(body) ?? named
        const result = await (route ? route(context as never) : execute(executes!.command, executes!.idOf(body), body))
        if (isLogged) security.done(request, response)
        if (kind !== 'read') await afterPush()
        if (result !== undefined) await send(name, request, response, result)
      })
    }
  }

  async function read(path: string, request: Request, response: Response): Promise<string> {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const name = names.find((each) => endpointOf(each).path === pathname && endpointOf(each).method === 'GET')
    if (!name) throw new NotFound('This endpoint doesn’t exist')
    const call: Call = calls[name]
    const signedIn = call.roles === 'anyone' ? undefined : await sessions.require(request, response)
    requireRole(call, signedIn)
    const context = { ...signedIn, query: call.query?.parse(Object.fromEntries(searchParams)), request, response }
    const work = async () => textOf(name, await (routes[name] as RouteHandler<typeof name>)(context as never))
    const read = () => inTurn(inFlight, call, { request, signedIn }, work)
    return signedIn ? inFlight.ofAccount('read', signedIn.person.id, read) : read()
  }

  return { router: mount(names, routeOf), read }
}

/** Resolves once what was committed in this turn is pushed: many wait for that, and one for the answer. */
const afterPush = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

/** Routes each call to its path and method. */
function mount(names: readonly CallName[], routeOf: (name: CallName) => RequestHandler): Router {
  // A path is a call's as it is written, and in no other way: what is decided about a call is decided by its name.
  const router = Router({ caseSensitive: true, strict: true })
  /** By path, of those that name no parameter: a walk through all routes costs more than most calls do. */
  const fixed = new Map<string, RequestHandler>()
  for (const [path, named] of Map.groupBy(names, (name) => endpointOf(name).path)) {
    const byMethod = new Map(named.map((name) => [endpointOf(name).method as string, routeOf(name)]))
    const route: RequestHandler = (request, response, next) => {
      request.route = { path }
      const handle = byMethod.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (!handle) throw new WrongMethod([...byMethod.keys()])
      return handle(request, response, next)
    }
    if (path.includes(':')) router.all(path, route)
    else fixed.set(path, route)
  }
  router.use((request, response, next) => {
    const route = fixed.get(request.path)
    return route ? route(request, response, next) : next()
  })
  return router
}

const parseJsonBody = json({ limit: '1mb' })

/** Reads the JSON of who is known by now: questionnaires, terms and drafts in any script are that long. */
const readJson = (request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => parseJsonBody(request, response, (error) => (error ? reject(error) : resolve())))

/** Throws `WrongType` for a body that is not JSON. */
function requireJson(request: Request): void {
  if (request.get('Content-Length') === '0' || request.is('application/json') !== false) return
  throw new WrongType('Please send the request body as JSON, with Content-Type: application/json')
}

/** Throws unless a call is for who asks. */
function requireRole({ roles, forbidden = 'Sorry Not Allowed' }: Call, signedIn: SignedIn | undefined): void {
  if (signedIn && roles !== 'anyone' && !roles.includes(signedIn.person.role)) throw new NotAllowed(forbidden)
}

/** The id of the caller: of an admin who views as a client, not of that client. */
export const callerIdOf = ({ person, viewedBy }: SignedIn): string => (viewedBy ?? person).id

/** Whether a call hashes a password: it is sent one. */
const hashesPassword = ({ body }: Call): boolean => body instanceof ZodObject && 'password' in body.shape

/** Throws unless an answer is as its schema says, and holds nothing that the schema does not name. */
function check(name: CallName, schema: ZodType, answer: unknown): void {
  const json: unknown = JSON.parse(JSON.stringify(answer))
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new Error(`${name} answers otherwise than its schema says: ${parsed.error.message}`)
  if (!isDeepStrictEqual(strip(schema, json), json)) {
    throw new Error(`${name} answers what its schema does not name: ${JSON.stringify(json)}`)
  }
}

/** The origin of a person’s request. A program that asks in their name has no browser. */
const eventOriginOf = (request: Request, { via }: Person): Origin => ({
  address: request.ip ?? '',
  ...(via === undefined ? { browser: deviceOf(request) } : {}),
})

/** The caller, as the security log names them: an account, and the admin who views as it. */
const whoAsks = ({ person, viewedBy }: SignedIn): AuditedRequest => ({
  account: person.id,
  ...(viewedBy ? { by: viewedBy.id } : {}),
})

/** The account or the lead that a request is about, beside that of the caller. */
const personNamedIn = (body: unknown): string | undefined => {
  const { personId, leadId } = (body ?? {}) as Record<string, unknown>
  return [personId, leadId].find((id) => typeof id === 'string')
}

/** The address that a request names. */
const emailIn = (body: unknown): string | undefined => {
  const { email } = (body ?? {}) as Record<string, unknown>
  return typeof email === 'string' ? email : undefined
}

/** The account that a request without a session says it is about: by its address, or by the reset under way. */
function namedIn({ body, headers }: Request, cookies: Cookies): NamedAccount | undefined {
  const email = emailIn(body)
  if (email !== undefined) return { email: email.trim().toLowerCase() }
  const id = accountKeyIn(cookies.read(headers.cookie, 'reset') ?? '')?.id
  return id === undefined ? undefined : { id }
}
