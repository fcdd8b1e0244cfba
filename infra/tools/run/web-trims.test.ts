import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { digestOf, trimmed, trims } from './web-trims.ts'

const root = join(import.meta.dirname, '../../..')

describe('what is left out of a package', () => {
  const code = 'function used(a) { return a }\nfunction unused() { return used(1) }\nclass C { gone() {} kept() {} }\n'
  const trim = { file: 'package/index.js', digest: digestOf(code), bodies: { unused: '', gone: null } }

  it('are the bodies of its functions, and methods as a whole', () =>
    expect(trimmed(code, trim)).toBe('function used(a) { return a }\nfunction unused() {  }\nclass C {  kept() {} }\n'))
  it('may be answered instead', () =>
    expect(trimmed(code, { ...trim, bodies: { unused: 'return 0' } })).toContain('function unused() { return 0 }'))
  it('are messages behind what is checked', () => {
    const checks = 'invariant(a, "A message", b)\nother(a, b)'
    expect(trimmed(checks, { file: 'f', digest: digestOf(checks), bodies: {}, messages: ['invariant'] })).toBe(
      'invariant(a)\nother(a, b)',
    )
  })
  it('is not left out of another file than the one that was read', () =>
    expect(() => trimmed(`${code} `, trim)).toThrow('package/index.js is another one'))
  it('has to be there', () =>
    expect(() => trimmed(code, { ...trim, bodies: { neverWritten: '' } })).toThrow('has no neverWritten'))
  it('is that of the packages that are installed', () => {
    for (const trim of trims) trimmed(readFileSync(join(root, 'node_modules', trim.file), 'utf8'), trim)
  })
})

/** What needs a part of a package that is left out, by the package that has it. */
const leftOut: Record<string, RegExp> = {
  react:
    /^(?:ViewTransition|addTransitionType|useActionState|SuspenseList|unstable_.*|experimental_.*|captureOwnerStack)$/,
  'react-dom': /^(?:useFormState|useFormStatus|requestFormReset|prefetchDNS|pre(?:connect|load|init)\w*)$/,
  'react-router-dom':
    /^(?:Form|use(?:Fetchers?|Submit|FormAction|ActionData|ViewTransitionState)|PrefetchPageLinks|unstable_.*)$|Router$/,
}
const routersInUse = new Set(['createBrowserRouter', 'createStaticRouter'])
const attributes = new Set(['viewTransition', 'prefetch', 'formAction'])

describe('the pages', () => {
  const paths = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.test)\.tsx?$/.test(path) && !path.startsWith('dist'),
  )
  it('use nothing of what is left out of packages', () => expect(paths.flatMap((path) => usesIn(path))).toEqual([]))
  it('are looked through for it', () =>
    expect(
      usesIn(
        'page.tsx',
        `import { Form } from 'react-router-dom'
        const Part = () => <Link viewTransition to="/"><link rel="preload" /><x-box /></Link>`,
      ),
    ).toEqual(['page.tsx: Form', 'page.tsx: viewTransition', 'page.tsx: <link>', 'page.tsx: <x-box>']))
})

function usesIn(path: string, code = readFileSync(join(root, 'web', path), 'utf8')): string[] {
  const found: string[] = []
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      const names = specifiers.flatMap((each) =>
        each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? [each.imported.name] : [],
      )
      found.push(...names.filter((name) => leftOut[source.value]?.test(name) && !routersInUse.has(name)))
    },
    JSXOpeningElement({ name, attributes: given }) {
      const tag = name.type === 'JSXIdentifier' ? name.name : ''
      if (/^(?:link|style|script)$|-/.test(tag)) found.push(`<${tag}>`)
      for (const each of given) {
        if (each.type !== 'JSXAttribute' || each.name.type !== 'JSXIdentifier') continue
        const attribute = each.name.name
        if (attributes.has(attribute) || (tag === 'Fragment' && attribute === 'ref')) found.push(attribute)
        if (tag === 'form' && attribute === 'action' && each.value?.type === 'JSXExpressionContainer')
          found.push(attribute)
      }
    },
  }).visit(parseSync(path, code).program)
  return found.map((name) => `${path}: ${name}`)
}
