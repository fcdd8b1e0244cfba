// What of an order's actions and fields is built into pages (vite.config.ts, docs/decisions/0120).
import { join } from 'node:path'
import { type Plugin, parseSync, Visitor } from 'vite'

const folder = join(import.meta.dirname, '../../../domain/order/')

/** What is only of use where something is decided, stored or answered, by the function that takes it. */
const onServersAlone: Record<string, readonly string[]> = {
  orderCommand: ['summary', 'scope', 'limit', 'forbidden', 'success', 'decide'],
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
    const left: { start: number; end: number; by?: string }[] = []
    const visitor = new Visitor({
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== 'Identifier') return
        const [, shape] = given
        if (callee.name === 'orderEvent' && shape) left.push({ start: shape.start, end: shape.end, by: '{}' })
        const said = given.at(-1)
        if (said?.type !== 'ObjectExpression') return
        for (const each of said.properties)
          if (each.type === 'Property' && each.key.type === 'Identifier')
            if (onServersAlone[callee.name]?.includes(each.key.name)) left.push(each)
      },
    })
    visitor.visit(parseSync(id, code).program)
    if (left.length === 0) return
    let built = code
    for (const { start, end, by = '' } of left.sort((a, b) => b.start - a.start)) {
      const rest = built.slice(end)
      built = built.slice(0, start) + by + (by ? rest : rest.replace(/^\s*,/, ''))
    }
    return { code: built, map: null }
  },
}
