import { availableParallelism } from 'node:os'
import type { Request, RequestHandler, Response } from 'express'
import { TooMany } from '#domain/command.ts'
import { createCounts } from '#infra/counts.ts'
import type { Metrics } from '#infra/metrics.ts'
import { createTurns } from '#infra/turns.ts'
import { Busy } from '#infra/unavailable.ts'

/** How much may be under way at a time: of one account's requests, by what they are, and of changes to one stream. */
const most = { change: 20, read: 60, upload: 6, stream: 100 } as const

/** Hashes of passwords leave others a processor, and half of the threads that read files and ask names. */
const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))

/** The error message when an account asks for more at once. */
const tooMuchAtOnce = 'Too many requests at once. Please wait a moment and try again.'

export type InFlight = ReturnType<typeof createInFlight>

/**
 * Does work while there is room for it, so that what waits never grows without bound, neither of one account nor of all
 * on one stream. Counted in this process; switched off, it lets everything through.
 */
export function createInFlight(isOn: boolean) {
  const underWay = createCounts()
  /**
   * How many of each run at a time: long reads of one account, hashes of passwords in all, and first looks that strangers ask
   * for. How many more may wait: a hundred hashes are two or three seconds.
   */
  const turns = {
    read: createTurns({ ofOne: 2, waiting: 1_000 }),
    hash: createTurns({ atOnce: hashesAtOnce, waiting: 100 }),
    stranger: createTurns({ atOnce: 1, waiting: 4_000 }),
  }

  async function counted<T>(key: string, room: number, full: () => Error, work: () => Promise<T>): Promise<T> {
    if (underWay.of(key) >= room) throw full()
    underWay.add(key, 1)
    try {
      return await work()
    } finally {
      underWay.add(key, -1)
    }
  }

  return {
    /** Throws `TooMany` when the account has so many of these under way. */
    ofAccount: <T>(what: 'change' | 'read' | 'upload', account: string, work: () => Promise<T>): Promise<T> =>
      isOn ? counted(`${what} ${account}`, most[what], () => new TooMany(tooMuchAtOnce, 1), work) : work(),
    /**
     * Does costly work when it is the turn of a key: an account or an address. Keys that are known (`isKnown`) go
     * first. Throws `Busy` when too much waits.
     */
    inTurn: <T>(what: keyof typeof turns, key: string, work: () => Promise<T>, isKnown = true): Promise<T> =>
      isOn ? turns[what].run(key, work, isKnown) : work(),
    /** Throws `Busy` when so many changes of the stream are under way. */
    ofStream: <T>(stream: string, work: () => Promise<T>): Promise<T> =>
      isOn ? counted(`stream ${stream}`, most.stream, () => new Busy(), work) : work(),
  }
}

/** How long an answer may wait for a reader who takes nothing of it, in milliseconds. */
const timeoutMs = 30_000

/**
 * Ends answers that are not read for 30 seconds. It takes half of that where the account, or the address of a visitor,
 * has another such answer: the older one goes.
 */
export function endStalledAnswers(timeout = timeoutMs): RequestHandler {
  const stepMs = timeout / 2
  const stalled = new Map<string, { response: Response; at: number }>()
  const isLately = (at: number) => performance.now() - at < 1.5 * stepMs

  return function watchAnswer(request, response, next) {
    let key = ''
    let latest = Number.NEGATIVE_INFINITY
    // What the system has taken of a long piece is progress to Node, too.
    response.setTimeout(stepMs, () => {
      response.socket?.setTimeout(stepMs)
      if (response.writableLength === 0) return // it is not the reader who keeps it waiting
      if (isLately(latest)) return void response.destroy()
      latest = performance.now()
      const { audited } = response.locals
      key = audited?.by ?? audited?.account ?? request.ip ?? ''
      const other = stalled.get(key)
      stalled.set(key, { response, at: latest })
      if (other && other.response !== response && isLately(other.at)) other.response.destroy()
    })
    response.once('close', () => {
      if (stalled.get(key)?.response === response) stalled.delete(key)
    })
    next()
  }
}

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
