import { z } from 'zod'
import { people, type Route, routesOf } from './call.ts'

const wireEvent = z.object({
  id: z.uuid(),
  type: z.string(),
  data: z.looseObject({}),
  by: z.object({ id: z.string(), name: z.string(), role: z.enum(['client', 'admin']) }),
  at: z.iso.datetime(),
  stream: z.string(),
  revision: z.int().min(0),
  position: z.string(),
  orderId: z.string().optional(),
})
const changed = z.object({ message: z.string(), revision: z.int(), position: z.string(), events: z.array(wireEvent) })
const problem = z.object({ message: z.string(), fields: z.record(z.string(), z.string()).optional() })

const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'input') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

type Properties = { properties?: Record<string, unknown>; required?: string[] }

const problems: Record<string, string> = {
  400: 'Something in the request does not fit; `fields` says what',
  401: 'No session',
  403: 'Not yours to do',
  404: 'Not there, or not yours to know of',
  409: 'Refused by the state of things',
  412: 'Somebody was faster: `If-Match` names another revision than the current one',
  413: 'More than can be sent at once',
  415: 'A kind of content that is not taken',
  429: 'Too often; `Retry-After` says when to ask again',
  503: 'A dependency is down; `Retry-After` says when to ask again',
}

/** The path's own words, for a call that needs no others: `/api/rename-order` is `Rename order`. */
function says({ path, call }: Route): string {
  if (call.says) return call.says
  const words = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who may make a call, in words. */
export function who({ call: { may } }: Route): string {
  if (may === 'everybody') return 'everybody'
  return may.length === people.length ? 'clients and admins' : `${may[0]}s`
}

function operation(route: Route) {
  const { method, path, call } = route
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const query: Properties = call.query ? schemaOf(call.query) : {}
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })
  const content = call.form
    ? { 'multipart/form-data': { schema: withFiles(schemaOf(call.form)) } }
    : call.body && { 'application/json': { schema: schemaOf(call.body) } }
  const statuses = [
    ...(call.query || content ? [400] : []),
    ...(call.may === 'everybody' ? [] : [401]),
    ...(call.may === 'everybody' || call.may.length === people.length ? [] : [403]),
    ...(call.changes ? [404, 409, 412] : []),
    ...(call.form ? [413, 415] : []),
    ...(call.limit ? [429] : []),
    503,
  ]
  return {
    operationId: `${method}${path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: says(route),
    description: `For ${who(route)}.`,
    security: call.may === 'everybody' ? [] : [{ session: [] }],
    parameters: [
      ...named.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query.required?.includes(name) ?? false,
        schema,
      })),
      ...(call.changes
        ? [
            header('Idempotency-Key', 'The same key and request again answers the same, and records nothing twice'),
            header('If-Match', 'The revision the caller has seen, in quotes: any other is answered with 412'),
          ]
        : []),
    ],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: {
        description: call.changes ? 'Done; the facts that were recorded, none when nothing changed' : 'The answer',
        content: {
          'application/json': { schema: call.changes ? { $ref: '#/components/schemas/Changed' } : { type: 'object' } },
        },
      },
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}

const withFiles = ({ properties, ...rest }: Properties) => ({
  ...rest,
  properties: { ...properties, files: { type: 'array', items: { type: 'string', format: 'binary' } } },
})

/** The description of an application's calls: OpenAPI 3.1, made of the schemas the calls are checked by. */
export function openApi(app: { router: unknown }) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routesOf(app)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operation(route) }
  }
  const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '1',
      description:
        'Every change is recorded as facts and answers them. Unsafe calls have to come from the page itself ' +
        '(`Origin`). The live protocol is described in docs/api.md.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: { Changed: schemaOf(changed, 'output'), Problem: schemaOf(problem, 'output') },
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [status, { description, content: json('Problem') }]),
      ),
    },
  }
}
