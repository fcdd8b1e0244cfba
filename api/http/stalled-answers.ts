import type { RequestHandler, Response } from 'express'

/** For how long an answer may wait for a reader who takes nothing of it, in milliseconds. */
const patienceMs = 30_000

/**
 * Ends answers that nobody reads: after 30 seconds in which not a byte was taken, and after half of that where the account
 * (or the address of who has none) has another such answer: of these the older one goes.
 */
export function endStalledAnswers(patience = patienceMs): RequestHandler {
  const stepMs = patience / 2
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
      const { asked } = response.locals
      key = asked?.by ?? asked?.account ?? request.ip ?? ''
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
