import fc from 'fast-check'
import type { z } from 'zod'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'

/** A hostile request: whose call it is, who makes it, and what is odd about it beside its values. */
export type HostileRequest = {
  name: CallName
  caller: number
  query: Record<string, unknown> | undefined
  body: unknown
  form: boolean
  method: string | undefined
  path: string | undefined
  headers: [string, string][]
  encoding: 'utf8' | 'utf16le' | 'latin1' | 'broken' | undefined
}

const texts = fc.constantFrom(
  ...['', ' ', '\0', '__proto__', 'constructor', 'toString', '../../etc/passwd', '%00', '%', '%zz', '\r\nX: y', '\u202egpj.exe'],
  ...["'; drop table events; --", '{"$gt":""}', '<script>alert(1)</script>', '🙂'.repeat(50), '\ud800', 'a\udfffb', 'ﷺ'.repeat(500)],
  ...['a'.repeat(5_000), 'x y '.repeat(10_000), '['.repeat(2_000), '[{"id":1}]', 'null', '[]', '{}', 'true', '1e999', '-0', 'NaN'],
  ...['9'.repeat(400), '2026-02-30', '2026-11-16', '2026-11-16T09:00:00.000Z', '+919845012345', 'asha@example.com', '14:05'],
  ...['https://127.0.0.1:1/x', 'javascript:alert(1)', 'file:///etc/passwd', '//x', 'order-1', '-', '1', '0', 'open', 'client', '#ffffff'],
) // biome-ignore format: a list
const numbers = fc.constantFrom(0, 1, -1, 2, 1.5, 1e308, -1e308, 2 ** 53, -(2 ** 53), 5e-324, 201, 999_999_999)
/** Values that no caller of ours sends, of all kinds. */
export const odd = fc.oneof(
  texts,
  numbers,
  fc.constantFrom<unknown>(
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    { a: { b: {} } },
    { constructor: { prototype: {} } },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Values of a schema's kind: most of them nearly right, some of another kind. */
function valuesOf(schema: z.core.$ZodType, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return odd
  const right = rightOf(schema, ids, depth)
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: odd })
}

function rightOf(schema: z.core.$ZodType, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const within = (inner: z.core.$ZodType) => valuesOf(inner, ids, depth + 1)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, within(field as z.core.$ZodType)] as const)
      const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
      const all = fc.record(Object.fromEntries(fields))
      return fc.oneof(
        { weight: 4, arbitrary: all },
        known,
        all.map((each) => ({ ...each, __proto: 1, more: [each] })),
      )
    }
    case 'array':
      return fc.oneof(
        { weight: 5, arbitrary: fc.array(within(def.element), { maxLength: 4 }) },
        within(def.element).map((one) => Array<unknown>(300).fill(one)),
      )
    case 'union':
      return fc.oneof(...def.options.map(within))
    case 'optional':
    case 'nullable':
    case 'default':
      return fc.oneof({ weight: 3, arbitrary: within(def.innerType) }, fc.constantFrom(undefined, null))
    case 'pipe':
      return within(def.in)
    case 'record':
      return fc.dictionary(fc.oneof(texts, fc.constant('1')), within(def.valueType), { maxKeys: 3 })
    case 'literal':
      return fc.constantFrom<unknown>(...def.values)
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.oneof(numbers, fc.integer({ min: -2, max: 12 }))
    case 'string':
      return fc.oneof(fc.constantFrom(...ids), texts, fc.string({ unit: 'binary', maxLength: 40 }))
    default:
      return odd
  }
}

const headers = fc.array(
  fc.constantFrom<[string, string]>(
    ['If-Match', '"0"'],
    ['If-Match', '*'],
    ['If-Match', '"99999999999999999999"'],
    ['Idempotency-Key', 'k'.repeat(300)],
    ['Idempotency-Key', 'one'],
    ['Idempotency-Key', '\u00ff\u00fe'],
    ['View-As-Client', '../x'],
    ['View-As-Client', 'x'.repeat(22)],
    ['After-Position', '9'.repeat(19)],
    ['After-Position', '-1'],
    ['Range', 'bytes=0-0,5-3,-9'],
    ['Range', 'bytes=99999999999999999999-'],
    ['If-None-Match', '"x"'],
    ['Accept', 'text/html;q=x'],
    ['Accept-Encoding', 'br;q=9, *;q=0, gzip;q=-1'],
    ['Authorization', 'Bearer atl_x'],
    ['Authorization', `Bearer ${'x'.repeat(3_000)}`],
    ['Cookie', 'session=a.b.c; session=; =; ;;'],
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'x'],
    ['X-Forwarded-For', '::1, not an address'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Accept-Language', '\u00e9'.repeat(2_000)],
    ['X-Large', 'x'.repeat(20_000)],
    ['Transfer-Encoding', 'identity'],
    ['Expect', 'the-impossible'],
  ),
  { minLength: 1, maxLength: 3 },
)

const tricks = fc.constantFrom(
  ...['/api//login', '/api/../api/login', '/api/%2e%2e/healthz', '/api/login/', '/API/LOGIN', '/api/login%00', '/api/login%zz'],
  ...['/api/login;x=y', '/api/login?a[b][c]=1&a=2', '/api/get-orders?limit[]=1&limit=2', `/api/${'x'.repeat(7_000)}`],
  ...['/uploads/..%2f..%2fevents.db', '/uploads/%c0%ae%c0%ae', '/uploads/', '/uploads/%00.png', '/assets/../../package.json'],
  ...['//example.com/x', '/.env', '/api/logo/..%2fx', '/api/logo/%', '*', '/%', '/order-detail/%ff', '/?%', '/socket.io/?EIO=4', '/socket.io/'],
  ...['/socket.io/?EIO=4&transport=polling&sid=x', '/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=3&transport=polling&b64=1&j=0'],
) // biome-ignore format: a list

/** Hostile requests on every call of the contract; `ids` are some that exist, so that more than the ids is tried. */
export function hostileRequests(ids: readonly string[], callers: number): fc.Arbitrary<HostileRequest> {
  const names = Object.keys(contract) as CallName[]
  const rarely = <T>(arbitrary: fc.Arbitrary<T>, every: number) =>
    fc.oneof({ weight: every - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  return fc.constantFrom(...names).chain((name) => {
    const { query, body, form }: Call = contract[name]
    const objectOf = (schema: z.ZodType) => valuesOf(schema, ids) as fc.Arbitrary<Record<string, unknown>>
    return fc.record({
      name: fc.constant(name),
      caller: fc.nat(callers - 1),
      query: query ? objectOf(query) : rarely(fc.dictionary(texts, odd, { maxKeys: 2 }), 4),
      body: form ? objectOf(form) : body ? objectOf(body) : rarely(odd, 4),
      form: fc.constant(form !== undefined),
      method: rarely(fc.constantFrom('PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST'), 12),
      path: rarely(tricks, 15),
      headers: rarely(headers, 4).map((given) => given ?? []),
      encoding: rarely(fc.constantFrom('utf16le' as const, 'latin1' as const, 'broken' as const), 12),
    })
  })
}

/** Whether nothing is odd about a request but its values: then only what is documented is answered. */
export const isPlain = ({ name, body, method, path, headers, encoding }: HostileRequest): boolean => {
  const { body: json, form }: Call = contract[name]
  const isExpected = (json ?? form) !== undefined || body === undefined
  return isExpected && method === undefined && path === undefined && headers.length === 0 && encoding === undefined
}

/** Where a request goes: the call's own path, with its query. */
export function targetOf({ name, path, query }: HostileRequest): string {
  if (path !== undefined) return path
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1_500)
  const given = query && typeof query === 'object' ? Object.entries(query).slice(0, 5) : []
  const search = new URLSearchParams(given.map(([key, value]) => [key.slice(0, 50), text(value)]))
  return `${endpointOf(name).path.replace(/:(\w+)/, 'nothing.png')}${search.size > 0 ? `?${search}` : ''}`
}
