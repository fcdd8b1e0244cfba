import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'

type Operation = {
  name: string
  method: string
  path: string
  /** Where what it takes is written, and under which names. */
  takes: { query: string[]; json: string[]; form: string[]; path: string[] }
}

let server: TestServer
let orderId: string
let callers: Visitor[]
let operations: Operation[]
beforeAll(async () => {
  server = await startTestServer()
  const client = await server.client()
  orderId = await client.order()
  callers = [server.visitor(), client, await server.admin()]
  operations = described((await server.visitor().get('/api/openapi.json')).body)
})
afterAll(() => server.close())

type Described = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}

function described({ paths }: { paths: Record<string, Record<string, Described>> }): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => {
      const named = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name)
      const fields = (type: string) => Object.keys(requestBody?.content[type]?.schema.properties ?? {})
      const takes = {
        query: named('query'),
        path: named('path'),
        json: fields('application/json'),
        form: fields('multipart/form-data'),
      }
      return { name: `${method} ${path}`, method: method.toUpperCase(), path, takes }
    }),
  )
}

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const odd = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '__proto__',
  '../../etc/passwd',
  '%00',
  "'; drop table events; --",
  '{"$gt":""}',
  '<script>',
  '🙂'.repeat(50),
  '\ud800',
  'a'.repeat(20_000),
  deep(2_000),
  '[{"id":1}]',
  'null',
  '[]',
  '{}',
  '1e999',
  '-0',
  '9'.repeat(400),
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  true,
  null,
  [],
  {},
  [[]],
  { a: { b: {} } },
  { constructor: { prototype: {} } },
)
const hostile = fc.oneof({ weight: 4, arbitrary: odd }, fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' }))

/** Values for these fields, some missing; the order is a real one half of the time, so that more than the ids is tried. */
const values = (fields: readonly string[]) =>
  fc.record(
    Object.fromEntries(
      fields.map((field) => [field, field === 'orderId' ? fc.oneof(fc.constant(orderId), hostile) : hostile]),
    ),
    { requiredKeys: [] },
  )

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function send(
  { method, path, takes }: Operation,
  caller: Visitor,
  given: Record<string, unknown>,
): Promise<Answer> {
  const of = (names: string[]) => names.filter((name) => name in given).map((name) => [name, given[name]] as const)
  const query = new URLSearchParams(
    // Node itself refuses a longer head.
    of(takes.query).map(([name, value]) => [name, text(value).slice(0, 2_000)]),
  )
  const at = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      text(given[name] ?? '')
        .slice(0, 500)
        .toWellFormed(),
    ).replaceAll('.', '%2E'),
  )
  if (takes.form.length > 0) {
    const form = new FormData()
    for (const [name, value] of of(takes.form)) {
      if (name === 'files') form.append('files', new File([text(value)], text(value).slice(0, 300)))
      else form.append(name, text(value))
    }
    return caller.ask(method, `${at}?${query}`, form)
  }
  return caller.ask(method, `${at}?${query}`, takes.json.length > 0 ? Object.fromEntries(of(takes.json)) : undefined)
}

describe('whatever is sent', () => {
  // security: 1.3
  it('is answered, and never by a failure of ours', async () => {
    const open = operations.filter(({ takes }) => Object.values(takes).some((names) => names.length > 0))
    expect(open.length).toBeGreaterThan(15)
    for (const operation of open) {
      const fields = Object.values(operation.takes).flat()
      await fc.assert(
        fc.asyncProperty(values(fields), fc.nat(callers.length - 1), async (given, who) => {
          const { cookie } = callers[who]!
          const caller = Object.assign(server.visitor(), { cookie })
          const { status, body, text } = await send(operation, caller, given)
          expect([operation.name, status < 500, text.slice(0, 200)]).toEqual([operation.name, true, expect.anything()])
          if (status >= 400) expect(body).toMatchObject({ message: expect.stringMatching(/\S/) })
        }),
        { numRuns: 40 },
      )
    }
  }, 120_000)

  it.each(['{', '[', '"text"', '1', 'null', '[1,2]', deep(50_000), '{"orderId":'])(
    'JSON that is none, or no object, is bad input: %.20s',
    async (body) => {
      for (const { name, method, path, takes } of operations.filter(({ takes }) => takes.json.length > 0)) {
        const { status } = await callers.at(-1)!.ask(method, path, body)
        expect([name, takes.json.length, status]).toEqual([name, takes.json.length, expect.toSatisfy(isClient)])
      }
    },
  )

  // security: 4.2
  it('headers that are too large are answered with 431, as JSON', async () => {
    const { status, body } = await callers[0]!.get('/api/get-pricing', { 'X-Large': 'x'.repeat(20_000) })
    expect([status, body]).toEqual([431, { message: 'The request headers are too large' }])
  })

  // security: 4.1
  it('a method that no call of the path has is answered with 405, and with those it has', async () => {
    for (const [path, all] of Map.groupBy(operations, ({ path }) => path)) {
      const allowed = all.map(({ method }) => method)
      const { status, headers, body } = await callers[0]!.ask('PATCH', path)
      expect([path, status, headers.get('Allow')]).toEqual([path, 405, allowed.join(', ')])
      expect(body).toEqual({ message: 'This endpoint doesn’t support this method' })
    }
  })
})

const isClient = (status: number) => status >= 400 && status < 500
