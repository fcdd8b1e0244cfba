import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer, type Visitor } from '#api/testing/test-server.ts'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'

const wrong: unknown[] = [undefined, null, true, -1.5, 1e300, '', 'x', 'x'.repeat(20_000), [], [null], {}, { a: 1 }]

/** A value in every field of a schema, at any depth: each field is wrong for those that are of another type. */
function filled(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, filled(field, value)]))
    case 'array':
      return [filled(def.element, value)]
    case 'optional':
    case 'nullable':
    case 'default':
      return filled(def.innerType, value)
    case 'pipe':
      return filled(def.in, value)
    default:
      return value
  }
}

/** The library’s own messages, and words that no sentence for people has in it. */
const technical =
  /^(Invalid (input|option|key|value|string|number|\w+$)|Too (big|small)|Unrecognized)|undefined|NaN|received/

let server: TestServer
let people: Record<'anyone' | 'client' | 'admin', Visitor>
beforeAll(async () => {
  server = await startTestServer()
  people = { anyone: server.visitor(), client: await server.client(), admin: await server.admin() }
})
afterAll(() => server.close())

const callerOf = ({ roles }: Call): Visitor =>
  people[roles === 'anyone' ? 'anyone' : roles.includes('admin') ? 'admin' : 'client']

async function send(name: CallName, headers: Record<string, string>, body: BodyInit | null, search = '') {
  const { method, path } = endpointOf(name)
  const { cookie, url } = callerOf(contract[name])
  const all = { Origin: url, ...(cookie ? { Cookie: cookie } : {}), ...headers }
  return fetch(`${url}${path.replace(/:\w+/, 'x')}${search}`, {
    method,
    headers: all,
    body: method === 'GET' ? null : body,
  })
}

async function expectPlain(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500)
  if (response.status !== 400) return
  const { message, fields = {} } = (await response.json()) as { message: string; fields?: Record<string, string> }
  for (const [field, said] of [['', message], ...Object.entries(fields)] as const) {
    expect(said).not.toMatch(technical)
    if (field && said.startsWith('“')) expect(said).toContain(`“${field}”`)
  }
}

const calls = Object.entries(contract) as [CallName, Call][]
const json = { 'Content-Type': 'application/json' }

describe('what a call is sent and cannot use', () => {
  it.each(calls.filter(([, { body }]) => body))('is told in a plain sentence: %s', async (name, { body }) => {
    const bodies = wrong.flatMap((value) => [value, filled(body!, value)])
    for (const each of bodies) await expectPlain(await send(name, json, JSON.stringify(each) ?? ''))
    await expectPlain(await send(name, { 'Content-Type': 'application/x-www-form-urlencoded' }, 'name=Zoya&email=1'))
    await expectPlain(await send(name, { 'Content-Type': 'text/plain' }, 'Zoya'))
  })
  it.each(calls.filter(([, { form }]) => form))('is told in a plain sentence: %s', async (name, { form }) => {
    for (const value of wrong) {
      const sent = new FormData()
      for (const [field, each] of Object.entries(filled(form!, value) as object)) sent.set(field, JSON.stringify(each))
      await expectPlain(await send(name, {}, sent))
    }
  })
  it.each(calls.filter(([, { query }]) => query))('is told in a plain sentence: %s', async (name, { query }) => {
    for (const value of wrong) {
      const fields = Object.entries(filled(query!, value) as object)
      const search = new URLSearchParams(fields.map(([field, each]) => [field, String(each).slice(0, 300)]))
      for (const queryString of ['', `?${search}`, `?${search}&${search}`, `?${search}`.replaceAll('=', '[]=')]) {
        await expectPlain(await send(name, {}, null, queryString))
      }
    }
  })
  it('is a body that is no JSON, the field that is missing, and the field of another type', async () => {
    const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const fieldsOf = async (response: Promise<Response>) => (await (await response).json()).fields
    expect(await fieldsOf(send('submitDetails', json, '[]'))).toEqual({
      body: 'Please send a JSON object as the request body',
    })
    const message = 'Please send the request body as JSON, with Content-Type: application/json'
    for (const name of ['submitDetails', 'sendMessage'] as const)
      for (const headers of [urlencoded, { 'Content-Type': 'text/plain' }]) {
        const answer = await send(name, headers, 'name=Zoya')
        expect([answer.status, await answer.json()]).toEqual([415, { message }])
      }
    expect(await fieldsOf(send('recordFunnelStep', json, '{"ticket":5}'))).toEqual({
      ticket: '“ticket” must be text',
      step: '“step” is missing',
    })
    expect(await fieldsOf(send('updateAgency', json, '{"upi":{"payee":"A\\ud83d"}}'))).toEqual({
      'upi.payee': 'Please remove the broken characters',
    })
  })
})
