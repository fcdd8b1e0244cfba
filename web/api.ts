import type { AnswerOf, BodyInputOf, QueryInputOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { type CallName, endpointOf } from '#domain/contract/endpoints.ts'
import { type Options, request, type UploadOptions, upload } from './http.ts'

/** What a call takes, as a page gives it: query and body as the contract says, and how to make it. */
type CallOptions<Name extends CallName> = Options & {
  query?: QueryInputOf<Contract[Name]>
  body?: BodyInputOf<Contract[Name]>
}

/** Makes a call of the contract by its name, and answers what the contract says. Throws `HttpError`. */
export function call<Name extends CallName>(
  name: Name,
  { query, body, ...options }: CallOptions<Name> = {},
): Promise<AnswerOf<Contract[Name]>> {
  const { method, path } = endpointOf(name)
  return request(method, path + search(query), body, options)
}

/** Makes a call of the contract that takes a form with files. */
export function send<Name extends CallName>(
  name: Name,
  form: FormData,
  options: UploadOptions = {},
): Promise<AnswerOf<Contract[Name]>> {
  const { method, path } = endpointOf(name)
  return upload(method, path, form, options)
}

/** A query as it stands behind a path; what is undefined is left out. */
function search(query: unknown): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
