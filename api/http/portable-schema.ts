// JSON Schemas, as the API’s description and the exports publish them, for readers in any language.

import { visible } from '#domain/one-line.ts'

export type JsonSchema = {
  [key: string]: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  $defs?: Record<string, JsonSchema>
}

/**
 * The same for readers that are not JavaScript. A pattern has no classes of Unicode characters, and allows at least
 * what the schema does. A list of exactly one has no schema for each place.
 */
export function portable(schema: JsonSchema): void {
  if (typeof schema.pattern === 'string') {
    const pattern = portablePattern(schema.pattern)
    if (pattern === undefined) delete schema.pattern
    else schema.pattern = pattern
  }
  if (Array.isArray(schema.allOf)) {
    const rest = schema.allOf.filter((each: JsonSchema) => portablePattern(String(each.pattern)) !== undefined)
    for (const each of rest) if (each.pattern) each.pattern = portablePattern(each.pattern)
    if (rest.length > 0) schema.allOf = rest
    else delete schema.allOf
  }
  if (Array.isArray(schema.prefixItems) && schema.prefixItems.length === 1 && schema.maxItems === 1) {
    ;[schema.items] = schema.prefixItems
    delete schema.prefixItems
  }
}

/** The same of what is answered or delivered: it may get more fields, and no reader that validates is to refuse those. */
export function extensible(schema: JsonSchema): void {
  portable(schema)
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/**
 * A pattern that means the same in every language; undefined where there is none. What JavaScript calls a digit or a
 * letter is ASCII; elsewhere it may be of any script.
 */
function portablePattern(pattern: string): string | undefined {
  const readable = pattern
    .replaceAll(visible.source, '\\S')
    .replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
    .replace(/\[[^\]]*\]/g, (set) => set.replaceAll('\\d', '0-9').replaceAll('\\w', 'A-Za-z0-9_'))
    .replaceAll('\\d', '[0-9]')
    .replaceAll('\\w', '[A-Za-z0-9_]')
  return /\\[pP]\{/.test(readable) ? undefined : readable
}
