import { type Express, Router } from 'express'
import { callsOn, routesOf } from './call.ts'
import { openApi, who } from './openapi.ts'
import type { Parts } from './parts.ts'
import { answerPage, escaped } from './plain-page.ts'

/** What the API says of itself: for programs, and for people. */
export function docsRoutes(app: Express, { sessions }: Pick<Parts, 'sessions'>): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  on.get('/api/openapi.json', { may: 'everybody', says: 'This description, for programs' }, async () => openApi(app))
  on.get(
    '/api/docs',
    { may: 'everybody', says: 'This description, for people' },
    async (_asked, _request, response) => {
      answerPage(response, 'The API of Atelier', pageOf(app))
    },
  )

  return router
}

function pageOf(app: Express): string {
  const { info, paths } = openApi(app)
  const calls = routesOf(app).map((route) => {
    const { method, path } = route
    const { summary, parameters, requestBody } = paths[path.replace(/:(\w+)/g, '{$1}')]![method] as Operation
    const inQuery = parameters.filter((each) => each.in === 'query' || each.in === 'path')
    const fields = Object.entries(requestBody?.content ?? {}).flatMap(([, { schema }]) => fieldsOf(schema))
    const taken = [...inQuery.map(({ name, required, schema }) => ({ name, required, schema })), ...fields]
    const rows = taken.map(
      ({ name, required, schema }) =>
        `<tr><td><code>${escaped(name)}</code>${required ? '' : ' <small>optional</small>'}</td>` +
        `<td>${escaped(kindOf(schema))}</td></tr>`,
    )
    return (
      `<h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>` +
      `<p>${escaped(summary)}. <small>For ${escaped(who(route))}.</small></p>` +
      (rows.length > 0 ? `<table>${rows.join('')}</table>` : '')
    )
  })
  return `<p>${escaped(info.description)} <a href="/api/openapi.json">openapi.json</a></p>${calls.join('')}`
}

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Operation = {
  summary: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))

/** What a field holds, in a few words. */
function kindOf({ type, enum: values, const: only, format, anyOf, items }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return anyOf.map(kindOf).join(' or ')
  if (items) return `list of ${kindOf(items)}`
  return [type ?? 'anything', ...(format ? [`(${format})`] : [])].join(' ')
}
