import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#api/testing/test-server.ts'
import { openApi } from './openapi.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the description of the API', () => {
  it('is made in pieces, between which other requests go on', async () => {
    // A module of its own: other tests of this process may have had it made.
    const { openApi } = await import(new URL('./openapi.ts?anew', import.meta.url).href)
    let [turns, isMade] = [0, false]
    const count = () => {
      turns++
      if (!isMade) setImmediate(count)
    }
    setImmediate(count)
    await openApi()
    isMade = true
    expect(turns).toBeGreaterThan(5)
  })

  it('is valid OpenAPI 3.1', async () => {
    const { status, body } = await server.visitor().get('/api/openapi.json')
    expect([status, body.openapi]).toEqual([200, '3.1.0'])
    expect(await new Validator().validate(body)).toEqual({ valid: true })
  })

  it('says what a call takes, who may make it, and what can go wrong', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const call = paths['/api/update-pricing'].put
    expect(call.description).toBe('For admins.')
    const { schema } = call.requestBody.content['application/json']
    expect(schema.required).toEqual(['orderId'])
    expect(Object.keys(schema.properties).sort()).toEqual([
      'actualAmount',
      'entered',
      'noOfRevisions',
      'orderId',
      'paidAmount',
      'pricing',
      'unansweredSince',
    ])
    expect(Object.keys(call.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '412', '503']),
    )
    expect(paths['/api/login'].post.responses).toHaveProperty('429')
    expect(paths['/uploads/{filename}'].get.parameters).toMatchObject([
      { name: 'filename', in: 'path', required: true },
      { name: 'download', in: 'query', required: false },
      { name: 'If-None-Match', in: 'header', required: false },
    ])
  })

  it('says which scope an API key needs for a call, or that none will do', async () => {
    const { paths, components } = (await server.visitor().get('/api/openapi.json')).body
    expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(paths['/api/update-pricing'].put.security).toEqual([{ session: [] }, { apiKey: ['orders:write'] }])
    expect(paths['/api/change-password'].put.security).toEqual([{ session: [] }])
    expect(paths['/api/submit-details'].post.security).toEqual([{}, { apiKey: ['leads:write'] }])
    expect(paths['/api/get-orders'].get.responses).toHaveProperty('429')
    expect(paths['/api/export-orders'].get.responses['200'].content).toHaveProperty(['text/csv'])
  })

  it('says that a call for a person is refused to a key and to who looks as a client', async () => {
    const visitor = server.visitor()
    const { paths } = (await visitor.get('/api/openapi.json')).body
    const admin = await server.admin()
    expect((await admin.get('/api/get-sessions', { 'View-As-Client': 'anybody' })).status).toBe(403)
    expect(paths['/api/get-sessions'].get.responses).toHaveProperty('403')
  })

  it('says what webhooks are sent, and how it is signed', async () => {
    const { webhooks, components } = (await server.visitor().get('/api/openapi.json')).body
    expect(Object.keys(webhooks)).toEqual(['OrderEvent', 'LeadEvent'])
    const { post } = webhooks.OrderEvent
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
    const { $ref } = post.requestBody.content['application/json'].schema
    expect(JSON.stringify(components.schemas[$ref.split('/').at(-1)])).toContain('StepToggled')
  })

  it('takes more fields in what is answered and delivered, and none in a body that has no others', async () => {
    const { paths, components } = (await server.visitor().get('/api/openapi.json')).body
    const answered = Object.values(paths).flatMap((path) => Object.values(path as object).map((each) => each.responses))
    expect(JSON.stringify([answered, components.schemas])).not.toContain('"additionalProperties":false')
    expect(JSON.stringify(paths['/api/update-agency'].put.requestBody)).toContain('"additionalProperties":false')
  })

  it('says what the headers of a change may hold', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const headers = paths['/api/update-pricing'].put.parameters as { name: string; schema: Record<string, unknown> }[]
    const schemaOf = (header: string) => headers.find(({ name }) => name === header)?.schema
    expect(schemaOf('Idempotency-Key')).toEqual({ type: 'string', minLength: 1, maxLength: 200 })
    expect(schemaOf('If-Match')).toEqual({ type: 'string', pattern: '^"(-1|[0-9]{1,15})"$' })
  })

  it('says which calls take a key against repetition, which wait for a position, and which say that nothing is new', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const pathsWith = (header: string) =>
      Object.entries(paths)
        .filter(([, methods]) =>
          JSON.stringify(Object.values(methods!).map((each) => each.parameters)).includes(header),
        )
        .map(([path]) => path)
    const notModified = Object.keys(paths).filter((path) => paths[path].get?.responses['304'])
    const keyed = pathsWith('"Idempotency-Key"')
    expect(keyed).toEqual(expect.arrayContaining(['/api/login', '/api/share-files', '/api/test-mail']))
    const unkeyed = [
      '/api/confirm-password',
      '/api/save-draft',
      '/api/test-push',
      '/api/record-funnel-step',
      '/api/get-orders',
    ]
    expect(keyed.filter((path) => unkeyed.includes(path))).toEqual([])
    const waiting = pathsWith('"After-Position"')
    expect(waiting).toEqual(expect.arrayContaining(['/api/get-orders', '/api/export-payments', '/api/get-funnel']))
    expect(waiting).not.toContain('/api/get-pricing')
    expect(notModified.toSorted()).toEqual([
      '/api/calendar/{filename}',
      '/api/get-pricing',
      '/api/get-terms',
      '/api/get-works',
      '/api/openapi.json',
      '/api/schemas/order-events.json',
      '/uploads/{filename}',
    ])
    expect(pathsWith('"If-None-Match"').toSorted()).toEqual(notModified.toSorted())
    for (const path of notModified) expect(paths[path].get.responses['200'].headers).toHaveProperty('ETag')
    expect(paths['/uploads/{filename}'].get.responses).toHaveProperty('206')
    expect(paths['/api/download-data'].get.responses).not.toHaveProperty('206')
  })

  it('has a pattern that every language can read where text must not be blank, or stands on one line', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const fields = (path: string) => paths[path].put.requestBody.content['application/json'].schema.properties
    expect(fields('/api/reopen-order').reason).toMatchObject({ pattern: '\\S', maxLength: 500 })
    const { allOf } = fields('/api/rename-order').title
    expect(allOf.map(({ pattern }: { pattern: string }) => pattern)).toEqual([
      '\\S',
      '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
    ])
  })

  it('means by a digit or a letter what JavaScript does: one of ASCII', async () => {
    const { text } = await server.visitor().get('/api/openapi.json')
    expect(text.match(/"pattern":"[^"]*\\\\[dw][^"]*"/g)).toBeNull()
  })

  it('says of a link, an address, an amount and an OTP what they look like', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const fields = (path: string, method = 'put') =>
      paths[path][method].requestBody.content['application/json'].schema.properties
    const amount = '^\\s*(₹\\s?)?([0-9]{1,10}|[0-9]{1,3}(,[0-9][0-9][0-9]?)*,[0-9]{3})(\\.[0-9][0-9]?)?\\s*$'
    expect(fields('/api/upload-design').link).toMatchObject({ format: 'uri' })
    expect(fields('/api/register', 'post').email).toMatchObject({ format: 'email' })
    expect(fields('/api/update-pricing').paidAmount.pattern).toBe(amount)
    expect(fields('/api/checkotp/otp', 'post').OneTimePassword.pattern).toBe('^\\s*([0-9]\\s*){6}$')
  })

  it('accepts capitals in a UPI ID, as the call does', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const { upi } = paths['/api/update-agency'].put.requestBody.content['application/json'].schema.properties
    expect('Looms@OkBank').toMatch(new RegExp(JSON.parse(/"pattern":("[^"]*@[^"]*")/.exec(JSON.stringify(upi))![1]!)))
  })

  it('has a list of exactly one as any reader of schemas understands it', async () => {
    const { paths } = (await server.visitor().get('/api/openapi.json')).body
    const { data } = paths['/api/get-questions'].get.responses['200'].content['application/json'].schema.properties
    expect(data).toMatchObject({ type: 'array', items: { type: 'object' }, minItems: 1, maxItems: 1 })
  })

  it('is not sent to a program that has it', async () => {
    const { headers } = await server.visitor().get('/api/openapi.json')
    const known = { 'If-None-Match': headers.get('ETag')!, 'Cache-Control': 'max-age=0' }
    expect((await server.visitor().get('/api/openapi.json', known)).status).toBe(304)
  })

  it('is made once, however often it is asked for', () => expect(openApi()).toBe(openApi()))

  it('is there for people too, without a script', async () => {
    const { status, text, headers } = await server.visitor().get('/api/docs')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('PUT /api/update-progress-status')
    expect(text).toContain('<td>string or number</td>')
    expect(text).not.toMatch(/<td>\w+,\w+/)
    expect(text).not.toContain('<script')
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('wears the look of the site, and loads it from nowhere else', async () => {
    const { text } = await server.visitor().get('/api/docs')
    const [, sheet] = /<link rel="stylesheet" href="([^"]+)">/.exec(text)!
    const { status, text: css } = await server.visitor().get(sheet!)
    expect([status, css]).toEqual([200, expect.stringMatching(/--paper:.*Newsreader/s)])
    expect(text + css).not.toMatch(/(?:href="|src="|url\(["']?)(?:https?:)?\/\//)
  })
})
