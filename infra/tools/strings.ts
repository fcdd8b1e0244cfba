// npm run strings: writes down every text that people read, so that a new one, or a changed one, is seen in review.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Where they are written down: a heading for each source, then its texts; `{}` stands for what is filled in. */
export const stringsFile = 'infra/repository/strings.txt'

/** Tests, what serves them, and the tools of who develops: no one who uses the product reads these. */
const unread =
  /\.test\.tsx?$|\/testing|contract\.ts$|^web\/dist\/|^api\/(tests|journeys)\/|^infra\/(tools|repository)\/|samples\.ts$/

/** Attributes whose text people read, be it a word. */
const read =
  /^(aria-label|aria-description|alt|aside|action|again|confirm|empty|eyebrow|heading|hint|label|message|next|note|placeholder|says|sentence|subject|summary|text|title|what|when|why)$/
/** Attributes whose text no one reads, be it a sentence. */
const notRead =
  /^(class\w*|\w*Class|style|d|viewBox|href|to|path|id|key|type|src|sizes|media|transform|points|autoComplete|pattern)$/
/** Markup, SQL, selectors, policies, headers, addresses, formats. */
const forMachines =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|WHERE|AND|FROM|ORDER|BEGIN|ATTACH|VALUES|ON|SET|LIMIT) |[<>[\]=;]|^[a-z-]+\/|^\W*$|--|^M[\d{]|-src\b|charset|^[\d.{} ]+$/

const isSentence = (text: string): boolean =>
  /\p{L}[’”)]*[,:]? +[\p{L}\d{“(]/u.test(text) && /^[\p{Lu}\d“{]|[.?!:…]$|’/u.test(text)

type Child = ESTree.JSXChild

/** The text of an element in one piece: with `{}` for what is filled in and for the elements within it. */
function inOne(children: readonly Child[]): string {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value.replace(/\s*\n\s*/g, /\S/.test(child.value) ? ' ' : '')
      if (child.type !== 'JSXExpressionContainer') return '{}'
      const { expression } = child
      if (expression.type === 'JSXEmptyExpression') return ''
      return expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : '{}'
    })
    .join('')
    .trim()
}

/** The texts of a source that people read, in its order. */
export function stringsIn(path: string, source: string): string[] {
  const found: { text: string; start: number }[] = []
  const left: [from: number, to: number][] = []
  const named: [from: number, to: number][] = []
  const leave = ({ start, end }: { start: number; end: number }) => void left.push([start, end])
  const add = (text: string, start: number) => void found.push({ text: text.replace(/\s+/g, ' ').trim(), start })
  const byName = (name: string, value: { start: number; end: number } | null) => {
    if (value && notRead.test(name)) leave(value)
    if (value && read.test(name)) named.push([value.start, value.end])
  }
  const inJsx = (children: readonly Child[], start: number) => {
    if (children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(child.value))) add(inOne(children), start)
    for (const child of children) {
      if (child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal') leave(child)
    }
  }
  const literals: { text: string; start: number }[] = []
  new Visitor({
    ImportDeclaration: leave,
    ExportAllDeclaration: leave,
    TSLiteralType: leave,
    JSXAttribute: ({ name, value }) => byName(name.type === 'JSXIdentifier' ? name.name : '', value),
    Property({ key, value }) {
      leave(key)
      byName(key.type === 'Identifier' ? key.name : '', value)
    },
    BinaryExpression({ operator, right }) {
      if (/==/.test(operator)) leave(right)
    },
    JSXElement: ({ children, start }) => inJsx(children, start),
    JSXFragment: ({ children, start }) => inJsx(children, start),
    Literal: ({ value, start }) => void (typeof value === 'string' && literals.push({ text: value, start })),
    TemplateLiteral: ({ quasis, start }) =>
      void literals.push({ text: quasis.map(({ value }) => value.cooked ?? '').join('{}'), start }),
  }).visit(parseSync(path, source).program)
  const within = (ranges: [number, number][], at: number) => ranges.some(([from, to]) => from <= at && at < to)
  for (const { text, start } of literals) {
    if (within(left, start) || forMachines.test(text)) continue
    if (isSentence(text) || (within(named, start) && /^\p{Lu}\p{L}/u.test(text))) add(text, start)
  }
  return [...new Set(found.sort((one, other) => one.start - other.start).map(({ text }) => text))]
}

/** Every source whose texts people read, each with them. */
export function everyString(): { path: string; strings: string[] }[] {
  return globSync('{api,domain,infra,projections,web}/**/*.{ts,tsx}')
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !unread.test(path))
    .sort()
    .map((path) => ({ path, strings: stringsIn(path, readFileSync(path, 'utf8')) }))
    .filter(({ strings }) => strings.length > 0)
}

/** The file as it should be. */
export const stringsPage = (): string =>
  everyString()
    .map(({ path, strings }) => [`# ${path}`, ...strings, ''].join('\n'))
    .join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(stringsFile, stringsPage())
