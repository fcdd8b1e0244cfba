import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'

/**
 * An answer that is the same for everyone and may be kept, as long as it is asked each time whether it still stands: the
 * answer, or undefined when the caller has it and was told so (304).
 */
export function revalidated<Answer extends object>(
  request: Request,
  response: Response,
  answer: Answer,
): Answer | undefined {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64url')
  response.set({ 'Cache-Control': 'public, no-cache', ETag: `"${digest}"` })
  if (!request.fresh) return answer
  response.status(304).end()
  return undefined
}
