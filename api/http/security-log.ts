import type { Request, Response } from 'express'
import { NotAllowed, NotFound, TooMany, WrongCredential, WrongLink } from '#domain/command.ts'
import { type Call, type SecurityKind, viewAsHeader } from '#domain/contract/call.ts'
import { type CallName, contract } from '#domain/contract/contract.ts'
import type { Log } from '#infra/log.ts'
import type { SecurityEvent } from './security-entries.ts'
import { NoSession } from './session.ts'

/** The sentence of the log about something that happened, and the kind that the page of admins finds it by. */
type Logged = Pick<SecurityEvent, 'kind' | 'what'>

/** The log’s entry for a call that was done; undefined for a call that is not logged when it was done. */
export function successEntryOf(name: CallName): Logged | undefined {
  const { logged }: Call = contract[name]
  const [entry] = Object.entries(logged ?? {}) as [SecurityKind, string][]
  return entry && { kind: entry[0], what: entry[1] }
}

/** Whether a call that was done may be logged: `getSession` is, where an admin views pages as a client. */
export const mayBeLogged = (call: CallName): boolean => call === 'getSession' || successEntryOf(call) !== undefined

/** A request’s call and people, all by their ids: noted by the router, as far as it has come. */
export type AuditedRequest = { call?: CallName; account?: string; by?: string; key?: string; about?: string }

/** How many lines there are in a minute at most: an attacker who is refused often cannot fill the disk. */
const maxLinesPerMinute = 600

/** How much is written of a user agent, in characters. */
const maxAgentLength = 200

export type SecurityLog = ReturnType<typeof createSecurityLog>

/**
 * Writes what matters for the safety of accounts to the program's log, a line each, at level 30 (info). `security` says
 * what it was. It is stored for the page of admins, too. Accounts are named by their ids; bodies, queries and cookies
 * never stand in it. No line is written without a log.
 */
export function createSecurityLog(
  log: Pick<Log, 'info'> | undefined,
  now: () => number,
  store: (event: SecurityEvent) => void = () => {},
) {
  let minute = 0
  let lines = 0

  function write({ kind, what }: Logged, request: Request, response: Response, status: number): void {
    const { ip } = request
    const agent = request.get('User-Agent')?.slice(0, maxAgentLength)
    const audited = auditedOf(response)
    const { account, by, about, key } = audited
    const call: Call | undefined = audited.call && contract[audited.call]
    if (call?.forgetsCaller && status < 400) {
      store({ kind, what, byKey: false })
      return
    }
    store({ kind, what, account, by, about, byKey: key !== undefined, ip, agent })
    if (!log) return
    const current = Math.floor(now() / 60_000)
    if (current !== minute) {
      if (lines > maxLinesPerMinute) log.info({ security: 'entries were dropped', lines: lines - maxLinesPerMinute })
      ;[minute, lines] = [current, 0]
    }
    if (++lines > maxLinesPerMinute) return
    const { method } = request
    log.info({ security: what, ...audited, status, method, path: loggedPath(request), ip, agent })
  }

  return {
    /** Logs a call that was done. */
    done(request: Request, response: Response): void {
      const { call, account } = auditedOf(response)
      if (call === 'logout' && account === undefined) return // there was no session
      if (call === 'login' && !response.getHeader('Set-Cookie')) return // the second factor is still to come
      if (call === 'getSession' && request.get(viewAsHeader) !== undefined) {
        write({ kind: 'admin', what: 'viewed pages as a client' }, request, response, response.statusCode)
      }
      const logged = call && successEntryOf(call)
      if (logged) write(logged, request, response, response.statusCode)
    },

    /** Logs a request that was answered with an error: refused, limited, or with a wrong credential. */
    failed(error: unknown, request: Request, response: Response, status: number): void {
      const what = refusalOf(error, request, auditedOf(response).call, status)
      if (what !== undefined) write({ kind: 'refusal', what }, request, response, status)
    },
  }
}

/** The log’s sentence about a request that was answered with an error; undefined where that is not logged. */
function refusalOf(error: unknown, request: Request, call: CallName | undefined, status: number): string | undefined {
  if (error instanceof TooMany) return 'too many requests'
  if (error instanceof NotAllowed) return 'refused'
  if (call === 'login' && status > 400 && status < 500) return 'login failed'
  if (call === 'readCalendar' && error instanceof NotFound) return 'login refused'
  if (error instanceof NoSession && request.get('Authorization')) return 'API key refused'
  return error instanceof WrongCredential || error instanceof WrongLink ? 'login refused' : undefined
}

const auditedOf = (response: Response): AuditedRequest => response.locals.audited ?? {}

/** The path of a request as logs have it: without the secret that the address of a calendar is. */
export const loggedPath = ({ path }: Request): string => path.replace(/^(\/api\/calendar\/).*/s, '$1…')
