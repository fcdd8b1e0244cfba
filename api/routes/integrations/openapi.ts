import { z } from 'zod'
import { extensible, type JsonSchema, portable } from '#api/http/portable-schema.ts'
import { type Call, clientsAndAdmins, type ProblemStatus, viewAsHeader } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import { deliveredSchemas } from '#domain/contract/integrations.ts'
import { problem } from '#domain/contract/schemas.ts'
import { scopes } from '#domain/integrations/scopes.ts'
import { inSlices } from '#infra/slices.ts'

const scopeList = Object.entries(scopes)
  .map(([name, what]) => `\`${name}\` (${what})`)
  .join(', ')

const problems: Record<ProblemStatus, string> = {
  400: 'The request is invalid; `fields` says which fields',
  401: 'Not logged in, or wrong credentials',
  403: 'Not allowed, or the request came from another origin',
  404: 'Not found, or not visible to you',
  409: 'Not possible in the current state, or the `Idempotency-Key` was used for another request',
  412: 'Changed since: `If-Match` is not the current revision',
  413: 'Request too large',
  415: 'Unsupported content type',
  416: 'Range not available',
  429: 'Too many requests; see `Retry-After`',
  431: 'Request headers too large',
  503: 'A dependency is down; see `Retry-After`',
}

/** Every call of the contract, in its order, as `[name, call]`. */
export const calls = Object.entries(contract) as [CallName, Call][]

/** The roles that may make a call, in words. */
export function rolesInWords({ roles }: Call): string {
  if (roles === 'anyone') return 'anyone'
  return roles.length === clientsAndAdmins.length ? 'clients and admins' : `${roles[0]}s`
}

/** A call's path as OpenAPI writes it: `/uploads/{filename}`. */
export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const takesPassword =
  ' It needs the password again: without `POST /api/confirm-password` in the same session, at most 5 minutes before, the ' +
  'answer is 403 with `confirm: "password"`.'

/** Whether a call takes an `Idempotency-Key`. */
const takesKey = (name: CallName): boolean => {
  const { unkeyed }: Call = contract[name]
  return endpointOf(name).method !== 'GET' && !unkeyed
}

/** The statuses that a call's failures may have. */
export function problemStatuses(name: CallName): ProblemStatus[] {
  const call: Call = contract[name]
  const changes = endpointOf(name).method !== 'GET'
  const needsLogin = call.roles !== 'anyone'
  const rows: [applies: unknown, ...statuses: ProblemStatus[]][] = [
    [changes || call.query || call.body || call.form, 400], // also an invalid `Idempotency-Key`
    [needsLogin, 401],
    [changes || needsLogin, 403], // another role, an API key, or who looks as a client
    [takesKey(name), 409], // an `Idempotency-Key` that was another request's
    [call.ifMatch, 412],
    [call.body || call.form, 413, 415],
    [call.viewable, 403, 404], // data of another person, or an unknown client
    [call.scope, 401, 403, 429], // of an API key
    [call.limit || needsLogin, 429],
    [true, ...(call.problems ?? []), 431, 503],
  ]
  const statuses = rows.flatMap(([applies, ...those]) => (applies ? those : []))
  return [...new Set(statuses)].sort((a, b) => a - b)
}

let made: ReturnType<typeof describeContract> | undefined

/**
 * The description of the contract's calls: OpenAPI 3.1, with the schemas that the calls are checked by. It does not
 * change while the program runs, so it is made once, when it is first requested. That takes half a second, in slices.
 */
export const openApi = (): ReturnType<typeof describeContract> => (made ??= describeContract())

async function describeContract() {
  const schemas: Record<string, JsonSchema> = {}

  /** A schema as JSON Schema; what has a name of its own goes to the components. */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => (io === 'output' ? extensible : portable)(jsonSchema as JsonSchema),
    }) as JsonSchema
    for (const [name, definition] of Object.entries($defs)) schemas[name] = referring(definition)
    return referring(rest)
  }

  const contentOf = (type: string, schema: JsonSchema) => ({ [type]: { schema } })

  function answerOf({ answer }: Call) {
    if (answer === 'page') return contentOf('text/html', { type: 'string' })
    if (answer === 'csv') return contentOf('text/csv', { type: 'string' })
    if (answer === 'calendar') return contentOf('text/calendar', { type: 'string' })
    if (answer === 'pdf') return contentOf('application/pdf', { type: 'string', format: 'binary' })
    if (answer === 'file') return contentOf('*/*', { type: 'string', format: 'binary' })
    return contentOf('application/json', schemaOf(answer, 'output'))
  }

  function problemResponse(call: Call, status: ProblemStatus) {
    if (!call.problem) return { $ref: `#/components/responses/${status}` }
    return {
      description: problems[status],
      content: contentOf('application/json', schemaOf(call.problem, 'output')),
    }
  }

  function operation(name: CallName, call: Call) {
    const { path } = endpointOf(name)
    const query = call.query ? schemaOf(call.query, 'input') : {}
    const body = call.form
      ? contentOf('multipart/form-data', withFilesField(schemaOf(call.form, 'input')))
      : call.body && contentOf('application/json', schemaOf(call.body, 'input'))
    return {
      operationId: name,
      summary: call.summary,
      description: `For ${rolesInWords(call)}.${call.confirmed ? takesPassword : ''}`,
      security: securityOf(call),
      parameters: [
        ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
          ...{ name: name!, in: 'path', required: true, schema: { type: 'string' } as JsonSchema },
        })),
        ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
          ...{ name, in: 'query', required: query.required?.includes(name) ?? false, schema },
        })),
        ...headersOf(name, call),
      ],
      ...(body ? { requestBody: { required: true, content: body } } : {}),
      responses: {
        [call.status ?? 200]: {
          description: 'The answer',
          ...(call.revalidated ? { headers: { ETag: { schema: { type: 'string' } } } } : {}),
          content: answerOf(call),
        },
        ...(call.problems?.includes(416) ? { 206: { description: 'The range', content: answerOf(call) } } : {}),
        ...(call.revalidated ? { 304: { description: 'Not modified' } } : {}),
        ...Object.fromEntries(problemStatuses(name).map((status) => [status, problemResponse(call, status)])),
      },
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for await (const [name, call] of inSlices(calls)) {
    const { method, path } = endpointOf(name)
    paths[openApiPath(path)] = { ...paths[openApiPath(path)], [method.toLowerCase()]: operation(name, call) }
  }
  /** The bodies that webhooks are sent, by subject. */
  const webhooks = Object.fromEntries(
    deliveredSchemas.map(({ name, about, schema, types }) => [
      name,
      {
        post: {
          operationId: `deliver${name}`,
          summary: `An event about ${about}, as sent to webhooks`,
          description: `${types.join(', ')}. Standard Webhooks (standardwebhooks.com); retried until the response is 2xx.`,
          security: [],
          parameters: signatureParameters,
          requestBody: { required: true, content: contentOf('application/json', schemaOf(schema, 'output')) },
          responses: { '2XX': { description: 'Accepted' }, default: { description: 'Retried for a week' } },
        },
      },
    ]),
  )
  schemas.Problem = schemaOf(problem, 'output')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description:
        'Every change is recorded as events and returns them. Requests that change something must come from this ' +
        'origin (`Origin`) or use an API key. The live protocol is described in docs/api.md, API keys and ' +
        'webhooks in docs/integrations.md.',
    },
    servers: [{ url: '/' }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'In production `__Host-session`' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key created by an admin. It acts in their name, within its scopes: ${scopeList}.`,
        },
      },
      schemas,
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          status,
          { description, content: contentOf('application/json', { $ref: '#/components/schemas/Problem' }) },
        ]),
      ),
    },
  }
}

/** How a call is authenticated: by a session, or by an API key that has the scope. */
function securityOf({ roles, scope }: Call): Record<string, string[]>[] {
  const without: Record<string, string[]> = roles === 'anyone' ? {} : { session: [] }
  if (!scope) return roles === 'anyone' ? [] : [without]
  return [without, { apiKey: [scope] }]
}

const header = (name: string, description: string, schema: JsonSchema) => ({
  ...{ name, in: 'header', required: false, description, schema: { type: 'string', ...schema } as JsonSchema },
})

/** The headers that a call takes. */
function headersOf(name: CallName, call: Call) {
  const says = typeof call.answer === 'object' && 'shape' in call.answer ? (call.answer.shape as object) : {}
  const waits = call.waits || 'stale' in says
  return [
    takesKey(name) &&
      header('Idempotency-Key', 'Repeating a request with the same key returns the same answer and changes nothing', {
        ...{ minLength: 1, maxLength: 200 },
      }),
    call.ifMatch &&
      header('If-Match', 'The revision you last saw, in quotes; 412 if it has changed', {
        pattern: '^"(-1|[0-9]{1,15})"$',
      }),
    call.revalidated && header('If-None-Match', 'The `ETag` you last got; 304 while the answer is the same', {}),
    waits &&
      header('After-Position', 'The `position` of your last change; waits for it briefly', {
        pattern: '^[0-9]{1,19}$',
      }),
    call.viewable &&
      header(viewAsHeader, 'A client’s id; an admin gets the answer that this client would get', { minLength: 1 }),
  ].filter((each) => typeof each === 'object')
}

const signatureParameters = [
  ['webhook-id', 'The event’s id, the same for every attempt'],
  ['webhook-timestamp', 'When it was sent: seconds since 1970'],
  [
    'webhook-signature',
    '`v1,` and an HMAC-SHA256 of `id.timestamp.body`; two, separated by a space, while a secret is being replaced',
  ],
].map(([name, description]) => ({ ...header(name!, description!, {}), required: true }))

const withFilesField = ({ properties, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  properties: { ...properties, files: { type: 'array', items: { type: 'string', format: 'binary' } } },
})

/** The same schema, with what it refers to among the components. */
const referring = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
