import type { Request, RequestHandler, Response, Router } from 'express'
import type { ZodType, z } from 'zod'
import { NotAllowed } from '#domain/action.ts'
import type { Role } from '#domain/event.ts'
import type { LimitName } from '#infra/limits.ts'
import type { Limiter } from './limits.ts'
import { accountIdOf, type Sessions, type SignedIn } from './session.ts'

/** What there is to know of a call: its route is made of it, and so is its line in the description of the API. */
export type Call = {
  /** What it is for, in a few words; what its path says unless given. */
  says?: string
  /** Whose call it is. Everybody: with or without a session. */
  may: 'everybody' | readonly Role[]
  /** What those are told who may not. */
  otherwise?: string
  /** How often it may be asked for: from one address, and for one account. */
  limit?: LimitName
  query?: ZodType
  body?: ZodType
  /** The fields of a multipart form, its files aside. Whoever receives the files reads them. */
  form?: ZodType
  /** Whether it records facts, and answers them. */
  changes?: true
}

/** A request as a call's work sees it: who asks, and what the schemas made of the query and the body. */
export type Asked<C extends Call> = (C['may'] extends 'everybody' ? {} : SignedIn) & {
  query: C['query'] extends ZodType ? z.infer<C['query']> : undefined
  body: C['body'] extends ZodType ? z.infer<C['body']> : undefined
}

/** Does what is asked and returns the answer's JSON; undefined when it has answered by itself. */
export type Work<C extends Call> = (asked: Asked<C>, request: Request, response: Response) => Promise<unknown>

export type Method = 'get' | 'post' | 'put' | 'delete'

const calls = new WeakMap<Function, Call>()

export type Route = { method: Method; path: string; call: Call }

type Layer = { handle: Function & { stack?: Layer[] }; route?: { path: string; methods: object; stack: Layer[] } }

/** Every call of an application, in the order its routes are tried. */
export const routesOf = (app: { router: unknown }): Route[] => routesIn((app.router as { stack: Layer[] }).stack)

const routesIn = (layers: readonly Layer[]): Route[] =>
  layers.flatMap(({ handle, route }) => {
    const call = route && calls.get(route.stack.at(-1)!.handle)
    if (call) return { method: Object.keys(route.methods)[0] as Method, path: route.path, call }
    return route ? [] : routesIn(handle.stack ?? [])
  })

/**
 * Puts calls on a router: `get('/api/…', { may: ['admin'], query }, async ({ person, query }) => ({ … }))`. Session and
 * role are checked first, then the schemas, then how often; the work sees only what passed.
 */
export function callsOn(router: Router, sessions: Sessions) {
  const on =
    (method: Method) =>
    <const C extends Call>(path: string, call: C, work: Work<C>): void => {
      const handler: RequestHandler = async (request, response) => {
        const limiter = request.app.locals.limiter as Limiter
        if (call.limit) await limiter.address(call.limit, request.ip)
        const signedIn = call.may === 'everybody' ? undefined : await sessions.require(request, response)
        if (signedIn && !call.may.includes(signedIn.person.role)) {
          throw new NotAllowed(call.otherwise ?? 'Sorry Not Allowed')
        }
        const asked = { ...signedIn, query: call.query?.parse(request.query), body: call.body?.parse(request.body) }
        const account = signedIn?.person.id ?? accountNamedIn(asked.body)
        if (call.limit && account !== undefined) await limiter.account(call.limit, account)
        const answer = await work(asked as unknown as Asked<C>, request, response)
        if (answer !== undefined) response.json(answer)
      }
      calls.set(handler, call)
      router[method](path, handler)
    }
  return { get: on('get'), post: on('post'), put: on('put'), del: on('delete') }
}

/** The account that somebody without a session is asking about, if they name its address. */
const accountNamedIn = (body: unknown): string | undefined =>
  body && typeof body === 'object' && 'email' in body ? accountIdOf(String(body.email)) : undefined

/** Everybody with a session. */
export const people: readonly Role[] = ['client', 'admin']
