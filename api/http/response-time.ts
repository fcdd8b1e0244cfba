import type { Request, RequestHandler, Response } from 'express'
import type { Metrics } from '#infra/metrics.ts'

/** Counts every answer and the time it took, by its route: a path would be a name of its own for every order. */
export function measureResponseTime({ answered }: Pick<Metrics, 'answered'>): RequestHandler {
  // One function for all: a response knows its request.
  function counted(this: Response) {
    answered(this.req.method, routeOf(this.req), this.statusCode, performance.now() - this.locals.began)
  }
  return (_request, response, next) => {
    response.locals.began = performance.now()
    response.once('close', counted) // and not 'finish', which an answer that is broken off does not come to
    next()
  }
}

/** A call's path as it was written, `page` for what the web app shows, and `other` for its files and what is not there. */
function routeOf({ route }: Request): string {
  if (!route) return 'other'
  return typeof route.path === 'string' ? route.path : 'page'
}
