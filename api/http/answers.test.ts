import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, type Contract, contract, endpointOf } from '#domain/contract/contract.ts'
import { createRouter, type Dependencies, type Routes } from './router.ts'
import { createSecurityLog } from './security-log.ts'

/** A field that no schema names: were it on the wire, this text would be. */
const excess = { passwordHash: 'EXCESS', nested: { sessions: ['EXCESS'] } }

/** A value as a schema names it, every object in it with more than that. */
function overfull(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return {
        ...Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, overfull(field)])),
        ...excess,
      }
    case 'array':
      return [overfull(def.element), overfull(def.element)]
    case 'tuple':
      return def.items.map(overfull)
    case 'record':
      return { some: overfull(def.valueType) }
    case 'union':
      return overfull(def.options[0]!)
    case 'optional':
    case 'nullable':
    case 'default':
      return overfull(def.innerType)
    case 'pipe':
      return overfull(def.out)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'boolean':
      return true
    case 'number':
      return 1
    case 'string':
      return 'a'.repeat(64) // a SHA-256 too
    default:
      throw new Error(`An answer's schema is expected to name what it holds, unlike ${def.type}`)
  }
}

/** A value of each of the options, wherever a schema has a union at its top or in a list: every type of event. */
function variants(schema: z.core.$ZodType): unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'union') return def.options.flatMap(variants)
  if (def.type === 'array') return [variants(def.element)]
  if (def.type !== 'object') return [overfull(schema)]
  const fields = Object.entries(def.shape).map(([name, field]) => [name, variants(field)] as const)
  const most = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: most }, (_, at) => ({
    ...Object.fromEntries(fields.map(([name, values]) => [name, values[at] ?? values[0]])),
    ...excess,
  }))
}

/** The calls that are open by design: descriptions, which have no data of anyone. */
const descriptions = new Set<CallName>(['openApi', 'orderEventsSchema'])
const answered = (Object.entries(contract) as [CallName, Call][]).filter(
  ([name, { answer }]) => typeof answer !== 'string' && !descriptions.has(name),
)

let answer: unknown
let http: Server
beforeAll(async () => {
  const routes = Object.fromEntries(answered.map(([name]) => [name, async () => answer]))
  // The same answers, asked for without a session and without anything to send: what is looked at is what comes back.
  const open = Object.fromEntries(
    answered.map(([name, { answer, status }]) => [name, { summary: '', roles: 'anyone', answer, status }]),
  )
  const dependencies = {
    secret: 'secret',
    checkAnswers: false,
    security: createSecurityLog(undefined, Date.now),
  } as Dependencies
  const { router } = createRouter(routes as unknown as Routes, dependencies, open as unknown as Contract)
  const app = express().use(router)
  http = createServer(app).listen(0, '127.0.0.1')
  await new Promise((listening) => http.once('listening', listening))
})
afterAll(() => void http.close())

describe('an answer that holds more than its schema names', () => {
  // security: 2.1
  it.each(answered)('leaves none of it on the wire: %s', async (name, call) => {
    const { method, path } = endpointOf(name)
    const ask = async () =>
      (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`, { method })).text()
    for (const full of [overfull(call.answer as z.ZodType), ...variants(call.answer as z.ZodType)]) {
      answer = full
      const text = await ask()
      expect(JSON.stringify(full)).toContain('EXCESS')
      expect(text).not.toContain('EXCESS')
      expect((call.answer as z.ZodType).safeParse(JSON.parse(text)).error).toBeUndefined()
    }
  })
})
