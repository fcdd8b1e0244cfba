import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const web = new URL('../web/', import.meta.url)
const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.css') && !name.startsWith('dist'),
)

/** The classes a sheet introduces: those that have a rule of their own directly in its layer. */
const classesIn = (sheet: string): Set<string> =>
  new Set(
    [...readFileSync(new URL(sheet, web), 'utf8').matchAll(/^ {2}\.([a-z][\w-]*)(?::[^\s,{]*)?\s*[,{]/gm)].map(
      ([, name]) => name!,
    ),
  )

// A sheet stays once its page was visited: a name that two pages use would dress the second in the first one's clothes.
it('a class is introduced by one style sheet only', () => {
  const places = new Map<string, string[]>()
  for (const sheet of sheets) {
    for (const name of classesIn(sheet)) places.set(name, [...(places.get(name) ?? []), sheet])
  }
  expect(places.size).toBeGreaterThan(50)
  expect([...places].filter(([, sheets]) => sheets.length > 1)).toEqual([])
})
