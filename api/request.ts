import { createHash } from 'node:crypto'
import type { Request as HttpRequest } from 'express'
import { Invalid } from '#domain/action.ts'
import type { Person } from '#domain/event.ts'
import type { Request } from '#infra/events/handle.ts'

const digest = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * What a change is performed with: who asks, the revision they have seen (`If-Match: "<revision>"`), and what a
 * repetition is recognised by (`Idempotency-Key`, told apart by person and path). Throws `Invalid`.
 */
export function requestOf(request: HttpRequest, by: Person, body: unknown = request.body): Request {
  const key = request.get('Idempotency-Key')
  const match = request.get('If-Match')
  if (key !== undefined && (key === '' || key.length > 200)) {
    throw new Invalid({ 'Idempotency-Key': 'An Idempotency-Key has 1 to 200 characters' })
  }
  const expected = /^"(\d{1,15})"$/.exec(match ?? '')?.[1]
  if (match !== undefined && expected === undefined) {
    throw new Invalid({ 'If-Match': 'If-Match is a revision in quotes, like "7"' })
  }
  return {
    by,
    ...(expected === undefined ? {} : { expected: Number(expected) }),
    ...(key === undefined ? {} : { cause: { key: digest(by.id, request.path, key), body: digest(body) } }),
  }
}
