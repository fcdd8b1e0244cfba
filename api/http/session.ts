import { randomBytes } from 'node:crypto'
import type { CookieOptions, Request, Response } from 'express'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { keyedDigest } from '#api/secrets.ts'
import {
  type Account,
  isAddressProven,
  isRegistered,
  isSessionOpen,
  maxSessionAge,
  personId,
  personOf,
} from '#domain/account/account.ts'
import { type AccountEvent, accountCommands, accounts } from '#domain/account/actions.ts'
import { NotAllowed, NotFound } from '#domain/command.ts'
import type { SessionUser } from '#domain/contract/account.ts'
import { viewAsHeader } from '#domain/contract/call.ts'
import type { Person, WireEvent } from '#domain/event.ts'
import { sessionHint } from '#domain/site/site.ts'
import { type CommandHandler, loadUsable } from '#infra/events/command-handler.ts'
import { createDevices } from './devices.ts'
import { cookieIn, createCookies } from './request-headers.ts'

const day = 24 * 60 * 60 * 1000
/** How long a session lasts that is not used. */
const idleLifetime = 30 * day

/** A call that needs a session and has none, or credentials that do not fit. The api answers it with 401. */
export class NoSession extends Error {
  override name = 'NoSession'
  /** Further fields of the answer beside the message. */
  readonly more: object
  constructor(message: string, more: object = {}) {
    super(message)
    this.more = more
  }
}

/** A call that takes the password again, and has not got it. Answered with 403, and what is to be done first. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
  constructor() {
    super('Please enter your password to go on')
  }
}

/** How long a password that was entered again is good, in milliseconds. */
const confirmationLifetime = 5 * 60 * 1000

/** The caller, with their account and its revision, and which of their sessions it is. */
export type SignedIn = {
  person: Person
  account: Account
  revision: number
  session: string
  /** When the session ends by itself, unless its token is renewed: milliseconds since 1970. */
  ends: number
  /** The admin who looks as this client does, and whose session it is. */
  viewedBy?: Person
}

/** `host`: it was given as a cookie of this very host, and is good as no other. */
type Token = { sub: string; sid: string; iat: number; exp: number; host?: true; isFormer?: true }

export const newSession = (): string => randomBytes(16).toString('base64url')

type Secrets = { secret: string; formerSecret?: string | undefined; secure: boolean; now: () => number }

/** Signs the tokens of sessions, and tells what one says that was signed here, or with the former secret. */
function createSigner({ secret, formerSecret, now }: Secrets) {
  // Checking a signature costs more than the rest of a short answer; a token once found good stays so until it ends.
  const verifiedTokens = new LRUCache<string, Token>({ max: 10_000 })

  function verified(text: string | undefined): Token | undefined {
    if (!text) return undefined
    const known = verifiedTokens.get(text)
    if (known) return known.exp * 1000 > now() ? known : undefined
    const current = signedBy(secret, text)
    const former = !current && formerSecret !== undefined ? signedBy(formerSecret, text) : undefined
    const token = former ? { ...former, isFormer: true as const } : current
    if (token) verifiedTokens.set(text, token)
    return token
  }

  function signedBy(key: string, text: string): Token | undefined {
    try {
      return jwt.verify(text, key, { algorithms: ['HS256'], clockTimestamp: now() / 1000 }) as unknown as Token
    } catch {
      return undefined
    }
  }

  return { verified, sign: (claims: Token) => jwt.sign(claims, secret, { algorithm: 'HS256' }) }
}

/** The cookies of sessions: the token of one, and what shows scripts that there is one. */
function createTokens(cookies: ReturnType<typeof createCookies>, secrets: Secrets) {
  const { secure, now } = secrets
  const { verified, sign } = createSigner(secrets)
  // A script reads it by its name, and it opens nothing.
  const hintCookie: CookieOptions = { secure, sameSite: 'lax', path: '/' }

  /** Whether the session of a browser is in the cookie that versions before this one gave: its name is any host’s to give. */
  const hasLegacyCookie = (header: string | undefined): boolean =>
    secure && cookieIn(header, 'session') !== undefined && cookies.read(header, 'session') === undefined

  /** Reads the token of a cookie header; undefined unless it was signed here. */
  function read(header: string | undefined): Token | undefined {
    const token = verified(hasLegacyCookie(header) ? cookieIn(header, 'session') : cookies.read(header, 'session'))
    return token?.host && hasLegacyCookie(header) ? undefined : token
  }

  /** Sets the browser’s cookie to a token for an open session. */
  function write(response: Response, sub: string, sid: string): void {
    const iat = Math.floor(now() / 1000)
    const claims: Token = { sub, sid, iat, exp: iat + idleLifetime / 1000, ...(secure ? { host: true } : {}) }
    cookies.write(response, 'session', sign(claims), idleLifetime, 'lax')
    clearLegacyCookie(response)
    showHint(response, true)
  }

  function clearLegacyCookie(response: Response): void {
    if (secure && cookieIn(response.req.headers.cookie, 'session')) response.clearCookie('session', hintCookie)
  }

  /** Makes the browser forget its token. */
  function forget(response: Response): void {
    cookies.clear(response, 'session')
    clearLegacyCookie(response)
    showHint(response, false)
  }

  function showHint(response: Response, has: boolean): void {
    if (has) response.cookie(sessionHint, '1', { ...hintCookie, maxAge: idleLifetime })
    else response.clearCookie(sessionHint, hintCookie)
  }

  /**
   * Whether a browser says that it has a session; whether it stands is not looked at. Lets its scripts know, by a
   * cookie that they can see, where they do not know already.
   */
  function hint({ headers }: Request, response: Response): boolean {
    const has = hasLegacyCookie(headers.cookie) || Boolean(cookies.read(headers.cookie, 'session'))
    if (has !== Boolean(cookieIn(headers.cookie, sessionHint))) showHint(response, has)
    return has
  }

  /** Whether a token is to be replaced: one older than a day, of a cookie or secret of before. */
  const isOld = ({ iat, isFormer }: Token, header: string | undefined): boolean =>
    now() - iat * 1000 > day || isFormer === true || hasLegacyCookie(header)

  return { read, write, forget, hint, isOld }
}

export type Sessions = ReturnType<typeof createSessions>

/**
 * A session is a signed token in a cookie that names the account and one of its open sessions. It ends after 30 days
 * unused and 90 in all. Logging out, here or everywhere, and a new password end it on the server. Another `secret` ends
 * them all, unless the former one is given: what that has signed is signed anew as it is used. Devices are known by a
 * secret of their own.
 */
export function createSessions(
  handler: CommandHandler,
  secret: string,
  secure: boolean,
  now: () => number = Date.now,
  { deviceSecret = secret, formerSecret }: { deviceSecret?: string; formerSecret?: string | undefined } = {},
) {
  const cookies = createCookies(secure)
  const tokens = createTokens(cookies, { secret, formerSecret, secure, now })
  const confirmation = keyedDigest(secret, 'password entered again')
  const devices = createDevices(handler, deviceSecret, cookies, now)

  /** Sets the browser’s cookie to a token for an open session, and remembers it as a device of the account. */
  function remember(response: Response, account: string, session: string, events?: readonly WireEvent[]): void {
    tokens.write(response, account, session)
    devices.remember(response, account, true, events)
  }

  const loadAccount = (id: string) => handler.load(accounts, id)
  /** The person and session of a cookie header; undefined without an open session. */
  async function authenticate(header: string | undefined, load = loadAccount): Promise<SignedIn | undefined> {
    const token = tokens.read(header)
    if (!token) return undefined
    const { state: account, revision } = await load(token.sub)
    if (!isSessionOpen(account, token.sid, now())) return undefined
    const ends = Math.min(token.exp * 1000, Date.parse(account.sessions[token.sid]!) + maxSessionAge)
    return { person: personOf(token.sub, account), account, revision, session: token.sid, ends }
  }

  /** Ends the session of a cookie header, unless it is the one that has begun: a repetition of the request brings that. */
  async function endEarlier(header: string | undefined, begun: string): Promise<void> {
    // Where its account is damaged it can’t be ended, and is of no use: that keeps no one else from logging in.
    const found = await authenticate(header, (id) => loadUsable(handler, accounts, id))
    if (!found || found.session === begun) return
    await handler.handle(accountCommands.logOut, found.person.id, { session: found.session }, { by: found.person })
  }

  /** Shows the site to an admin as to a client. Throws `NotAllowed` for others, and `NotFound` without such a client. */
  async function viewAs(clientId: string, viewer: SignedIn): Promise<SignedIn> {
    if (viewer.person.role !== 'admin') throw new NotAllowed('Only admins can view pages as a client')
    const { data: id } = personId.safeParse(clientId)
    const { state: account, revision } = await handler.load(accounts, id ?? '-')
    if (id === undefined || !isRegistered(account) || account.role !== 'client') {
      throw new NotFound('This client doesn’t exist')
    }
    const { session, ends, person: viewedBy } = viewer
    return { person: personOf(id, account), account, revision, session, ends, viewedBy }
  }

  return {
    /**
     * The person and session of a cookie header; undefined without an open session. With the id of a client: that client
     * as an admin views them. Throws `NotAllowed` and `NotFound` where the view is not theirs to have.
     */
    async authenticate(header: string | undefined, clientId?: string): Promise<SignedIn | undefined> {
      const found = await authenticate(header)
      return found && clientId !== undefined ? viewAs(clientId, found) : found
    },

    /** Sets the browser’s cookie to a token for the session that these events began, and ends its earlier one. */
    async begin(response: Response, account: string, events: readonly WireEvent<AccountEvent>[]): Promise<void> {
      for (const { type, data } of events) {
        if (type !== 'LoggedIn') continue
        await endEarlier(response.req.headers.cookie, data.session)
        remember(response, account, data.session, events)
      }
    },

    /** The devices that accounts know. */
    devices,
    cookies,

    /** Renews the browser’s token of a session that goes on, after events that end the others. */
    renew: (
      response: Response,
      { person, session }: Pick<SignedIn, 'person' | 'session'>,
      events: readonly WireEvent[],
    ) => remember(response, person.id, session, events),

    /** Records in the browser that the password was entered again, in the session that is in use. */
    confirm(response: Response, session: string): void {
      const until = String(now() + confirmationLifetime)
      cookies.write(response, 'confirmed', `${until}.${confirmation(session, until)}`, confirmationLifetime, 'strict')
    },

    /** Throws `NotConfirmed` unless the password was entered again in this session, minutes ago at most. */
    requireConfirmed({ headers }: Request, session: string): void {
      const [until = '', mark] = (cookies.read(headers.cookie, 'confirmed') ?? '').split('.')
      if (mark !== confirmation(session, until) || Number(until) <= now()) throw new NotConfirmed()
    },

    forget: tokens.forget,

    /**
     * Makes the browser forget its token and everything else it keeps of the account: what was drafted, cached, or begun.
     * Where the page came without TLS browsers do not listen, and the page clears by itself (web/shell/belongings.ts).
     * The mark that the password was entered again stays: no other session can use it. So does that the account knows the
     * device, unless that ends as well: `forgotten` is its id then.
     */
    leave(response: Response, forgotten?: string): void {
      tokens.forget(response)
      if (forgotten !== undefined) devices.forget(response, forgotten)
      cookies.clear(response, 'reset')
      response.set('Clear-Site-Data', '"cache", "storage"')
    },

    hint: tokens.hint,

    /**
     * The person and session of a request, if any, as `authenticate` finds them. A token older than a day, or signed by
     * the former secret, is replaced by a fresh one.
     */
    async of(request: Request, response: Response): Promise<SignedIn | undefined> {
      const found = await authenticate(request.headers.cookie)
      const token = found && tokens.read(request.headers.cookie)
      if (token && tokens.isOld(token, request.headers.cookie)) remember(response, token.sub, token.sid)
      const clientId = request.get(viewAsHeader)
      return found && clientId !== undefined ? viewAs(clientId, found) : found
    },

    /** The person and session of a request. Throws `NoSession`. */
    async require(request: Request, response: Response): Promise<SignedIn> {
      const found = await this.of(request, response)
      if (!found) throw new NoSession('Please log in')
      return found
    },
  }
}

export const sessionUser = ({ person, account, revision, viewedBy }: SignedIn): SessionUser => ({
  id: person.id,
  name: account.name,
  phone: account.phone,
  email: account.email,
  admin: account.role === 'admin',
  proven: isAddressProven(account),
  ...(viewedBy ? { viewedBy: viewedBy.name } : {}),
  revision,
})
