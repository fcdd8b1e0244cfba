import type { RequestHandler } from 'express'
import type { Log } from '#infra/log.ts'

const message = 'a request came through a proxy, and TRUST_PROXY is not set: all visitors are limited as one'

/** Says once that requests come through a proxy, where the settings say nothing of one. */
export function warnOfProxy(log: Log): RequestHandler {
  let said = false
  return ({ headers }, _response, next) => {
    if (!said && (headers['x-forwarded-for'] || headers.forwarded)) {
      said = true
      log.warn(message)
    }
    next()
  }
}
