import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const folders = ['domain', 'projections', 'api', 'web']
/** The files that no user of the product reads: tests, their helpers, and the tools. */
const unread =
  /\.test\.tsx?$|\/testing[\w-]*(\.ts$|\/)|^web\/(dist|public)\/|^api\/(tests|browser|endure)\/|(^|\/)samples\.ts$/
const sources = folders
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /\.tsx?$/.test(path) && !unread.test(path))

/** An apostrophe within a word or at its end: in no language of programs that stands in texts here. */
const apostrophe = /\p{L}'\p{L}|\p{L}s' \p{L}/u
/** Words between straight quotes. */
const quotes = /(?:^|[\s(])["'](?=\p{L})[^"'=<>{}[\]]*["'](?=[\s.,;:!?)]|$)/u
/** Text that is written for machines: markup, SQL, policies, selectors, lists of names in headers. */
const forMachines = /[<>[\]=]|^"[\w-]+"(?:, "[\w-]+")*$|-src\b|'(?:none|self)'/

const isStraight = (text: string): boolean => apostrophe.test(text) || (quotes.test(text) && !forMachines.test(text))

/** The texts of a source with a straight apostrophe or quote, each with its line. */
function straightIn(path: string, code: string): string[] {
  const found: string[] = []
  const look = (text: string, start: number, isWords = false) => {
    if (!isStraight(text) && !(isWords && /["']/.test(text))) return
    found.push(`${path}:${code.slice(0, start).split('\n').length} ${text.trim().slice(0, 80)}`)
  }
  new Visitor({
    Literal: ({ value, start }) => void (typeof value === 'string' && look(value, start)),
    TemplateElement: ({ value, start }) => look(value.cooked ?? '', start, /^'s\b/.test(value.cooked ?? '')),
    JSXText: ({ value, start }) => look(value, start, true),
  }).visit(parseSync(path, code).program)
  return found
}

it('texts that people read have typographic apostrophes and quotes', () => {
  const found = sources.flatMap((path) => straightIn(path, readFileSync(new URL(path, root), 'utf8')))
  expect(found).toEqual([])
})

it.each([
  "const a = 'The client\\'s order'",
  'const a = "It isn\'t there"',
  'const a = `$' + "{name}'s order`",
  "const a = `the agency's turn`",
  'const a = \'Press "Send" again\'',
  'const a = <p>Press "Send" again</p>',
  "const a = <p>The clients’ orders, and Asha's</p>",
])('one that is straight is found: %s', (code) => expect(straightIn('a.tsx', code)).toHaveLength(1))

it.each([
  "const a = 'The client’s order, “done”'",
  `const policy = "default-src 'none'; style-src 'self'"`,
  `const html = '<a href="/x">x</a>'`,
  "// the client's order\nconst a = 1",
  `const sql = "SELECT * FROM a WHERE b = 'c'"`,
  `page.querySelector('[name="text"]')`,
])('what is none is left alone: %s', (code) => expect(straightIn('a.tsx', code)).toEqual([]))
