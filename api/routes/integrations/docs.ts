import escapeHtml from 'escape-html'
import { compressedOnce, encodingFor, etagOf, isCrossSite } from '#api/http/compressed.ts'
import { answerPage } from '#api/http/plain-page.ts'
import type { Routes } from '#api/http/router.ts'
import type { Call } from '#domain/contract/call.ts'
import { type CallName, contract, endpointOf } from '#domain/contract/contract.ts'
import { calls, openApi, openApiPath, rolesInWords } from './openapi.ts'

/** Serves the description of the API: OpenAPI for programs, HTML for people. */
export const docsRoutes = () =>
  ({
    async openApi({ request, response }) {
      description ??= openApi().then((made) => describedAs(JSON.stringify(made)))
      const { text, etag, bytes } = await description
      response.set({ 'Cache-Control': 'public, no-cache', ETag: etag }).vary('Accept-Encoding').type('json')
      const encoding = request.fresh || isCrossSite(request) ? undefined : encodingFor(request)
      if (encoding) response.set('Content-Encoding', encoding)
      response.send(encoding ? await bytes(encoding) : text)
      return undefined
    },
    async docs({ response }) {
      page ??= openApi().then(describe)
      answerPage(response, 'Atelier API', await page)
      return undefined
    },
  }) satisfies Partial<Routes>

let description: Promise<ReturnType<typeof describedAs>> | undefined

/** The description for programs, with its bytes in each encoding: both do not change while the program runs. */
const describedAs = (text: string) => ({ text, etag: etagOf(text), bytes: compressedOnce(text) })

let page: Promise<string> | undefined

/** The calls for people to read: they do not change while the program runs. */
function describe({ info, paths }: Awaited<ReturnType<typeof openApi>>): string {
  const sections = calls.map(([name]) => {
    const { method, path } = endpointOf(name)
    const { summary, parameters, requestBody } = paths[openApiPath(path)]![method.toLowerCase()]!
    const inQuery = parameters.filter((each) => each.in === 'query' || each.in === 'path')
    const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema as Schema))
    const taken = [...inQuery.map(({ name, required, schema }) => ({ name, required, schema })), ...fields]
    const rows = taken.map(
      ({ name, required, schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <small>optional</small>'}</td>` +
        `<td>${escapeHtml(kindOf(schema as Schema))}</td></tr>`,
    )
    return (
      `<section id="${name}"><h2><code>${method} ${escapeHtml(path)}</code></h2>` +
      `<p>${escapeHtml(summary)}. <small>For ${escapeHtml(whoFor(name))}.</small></p>` +
      (rows.length > 0 ? `<table>${rows.join('')}</table>` : '') +
      '</section>'
    )
  })
  const links = calls.map(([name]) => {
    const { method, path } = endpointOf(name)
    return `<li><a href="#${name}"><code>${method} ${escapeHtml(path)}</code></a></li>`
  })
  return (
    `<p class="plain-lead">${withCode(info.description)} <a href="/api/openapi.json">openapi.json</a></p>` +
    `<div class="plain-docs"><nav aria-label="Endpoints"><ul>${links.join('')}</ul></nav><div>${sections.join('')}</div></div>`
  )
}

/** Marks text between backticks as code. */
const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function whoFor(name: CallName): string {
  const { scope }: Call = contract[name]
  return rolesInWords(contract[name]) + (scope ? `, and API keys with the scope ${scope}` : '')
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

const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))

/** Describes a field’s content in a few words. */
function kindOf({ type, enum: values, const: only, format, anyOf, items }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return anyOf.map(kindOf).join(' or ')
  if (items) return `list of ${kindOf(items)}`
  return [[type ?? 'anything'].flat().join(' or '), ...(format ? [`(${format})`] : [])].join(' ')
}
