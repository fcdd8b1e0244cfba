// Selects the parts of an order's events, commands and fields that are built into pages (vite.config.ts, docs/decisions/0120).
import { join } from 'node:path'
import { type Plugin, parseSync, Visitor } from 'vite'

const folder = join(import.meta.dirname, '../../../domain/order/')

/** The parts that only servers use, to decide, store or answer, by the function that takes them. */
const onServersAlone: Record<string, readonly string[]> = {
  orderEvent: ['notifies'],
  orderCommand: ['summary', 'scope', 'limit', 'forbidden', 'success', 'decide', 'body'],
  field: ['wire', 'encode'],
}

/**
 * Pages fold an order's events and send its commands. They decide nothing, and store nothing: they are built without the rules,
 * and without the schemas of what is stored and answered.
 */
export const withoutDecisions: Plugin = {
  name: 'without-decisions',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform(code, id) {
    if (!id.startsWith(folder)) return
    const built = cut(code, ofServers(code, parseSync(id, code).program))
    return { code: withoutIdleImports(built, parseSync(id, built).program), map: null }
  },
}

type Part = { start: number; end: number; by?: string }
/** The parts used here of a parsed file: the parser's own types are none of our packages. */
type Import = Part & { type: string; source: { raw: string }; specifiers: (Part & { local: { name: string } })[] }
type Program = ReturnType<typeof parseSync>['program']

const isNamed = (key: { type: string; name?: unknown }, name: string) => key.type === 'Identifier' && key.name === name

/** Finds the parts of a file’s definitions that only servers use. */
function ofServers(code: string, program: Program): Part[] {
  const found: Part[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier') return
      const [, shape, schema] = given
      if (callee.name === 'orderEvent' && shape) found.push({ start: shape.start, end: shape.end, by: '{}' })
      if (callee.name === 'plain' && schema) found.push({ start: schema.start, end: schema.end, by: 'undefined' })
      const said = given.at(-1)
      if (said?.type !== 'ObjectExpression') return
      // What has no call is sent by no page, or in a form of its own.
      const isSent = said.properties.some((each) => each.type === 'Property' && isNamed(each.key, 'call'))
      if (callee.name === 'orderCommand' && shape && !isSent)
        found.push({ start: shape.start, end: shape.end, by: '{}' })
      for (const each of said.properties) {
        if (each.type !== 'Property' || each.key.type !== 'Identifier') continue
        if (onServersAlone[callee.name]?.includes(each.key.name)) found.push(each)
        // Pages check what they send, not what the server adds to it.
        if (callee.name === 'orderCommand' && each.key.name === 'body' && shape)
          found.push({ start: shape.start, end: shape.end, by: code.slice(each.value.start, each.value.end) })
      }
    },
  })
  visitor.visit(program)
  return found
}

/** A text with parts of it taken out, each with the comma behind it, or written otherwise. */
function cut(text: string, parts: Part[]): string {
  return parts
    .sort((a, b) => b.start - a.start)
    .reduce((left, { start, end, by }) => {
      const rest = left.slice(end)
      return left.slice(0, start) + (by ?? '') + (by === undefined ? rest.replace(/^\s*,/, '') : rest)
    }, text)
}

/** Without imports of what is not named any more: or the bundler would load with the actions what tabs alone need. */
function withoutIdleImports(code: string, program: Program): string {
  const imports = (program.body as Import[]).filter(({ type }) => type === 'ImportDeclaration')
  const rest = cut(
    code,
    imports.map(({ start, end }) => ({ start, end, by: '' })),
  )
  const isUsed = ({ local }: Import['specifiers'][number]) => new RegExp(`\\b${local.name}\\b`).test(rest)
  const idle = imports.flatMap(({ start, end, source, specifiers }) => {
    const named = specifiers.filter(isUsed)
    if (named.length === specifiers.length) return []
    const names = named.map((each) => code.slice(each.start, each.end)).join(', ')
    return [{ start, end, by: named.length > 0 ? `import { ${names} } from ${source.raw}` : '' }]
  })
  return cut(code, idle)
}
