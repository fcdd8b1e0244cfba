import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = `${import.meta.dirname}/..`
const imports = /^(?:import|export) (?!type )(?:[^;'"]*? from )?'(?:#(domain\/[^']+)|(\.[^']+))'/gm

/** The modules of the domain that a source loads at once. */
function domainImports(path: string): string[] {
  const found = readFileSync(`${root}/${path}`, 'utf8').matchAll(imports)
  return [...found]
    .map(([, named, relative]) => named ?? new URL(relative!, `file:///${path}`).pathname.slice(1))
    .filter((each) => each.startsWith('domain/') && each.endsWith('.ts'))
}

const pages = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**', 'web/**/*.test.*', 'web/render/**'] })
/** Of this the pages have a table alone. */
const loaded = new Set(['domain/contract/endpoints.ts'])
const visit = (path: string) => {
  if (loaded.has(path)) return
  loaded.add(path)
  domainImports(path).forEach(visit)
}
pages.flatMap(domainImports).forEach(visit)
loaded.delete('domain/contract/endpoints.ts')

/** Loads them with what stands for zod in the built pages (vite.config.ts), and prints which could not be. */
const program = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => next(name === 'zod' ? '${root}/web/lazy-zod.ts' : name, context) })
for (const path of ${JSON.stringify([...loaded])}) {
  await import('${root}/' + path).catch(({ message }) => console.log(path + ': ' + message))
}`

it('lets the domain of the pages be loaded before zod is: no schema is looked into', async () => {
  expect(loaded.size).toBeGreaterThan(50)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
  expect(stdout).toBe('')
})

/** Has zod fail to come, first from a server that answers and then from none, and prints what is said. */
const withoutZod = `import { registerHooks } from 'node:module'
import { createServer } from 'node:http'
registerHooks({ resolve: (name, context, next) => next(name === 'zod' ? 'file:///not-there' : name, context) })
const server = createServer((_, response) => response.end())
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const origin = 'http://127.0.0.1:' + server.address().port
const { fetch } = globalThis
globalThis.fetch = (path) => fetch(new URL(path, origin), { headers: { connection: 'close' } })
const { loadZod } = await import('${root}/web/lazy-zod.ts')
const say = () => loadZod().catch(({ message }) => console.log(message))
await say()
await new Promise((closed) => server.close(closed))
await say()`

it('says to reload where zod does not come although the server answers: browsers remember that', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', withoutZod], {
    cwd: root,
  })
  expect(stdout.trim().split('\n')).toEqual([
    'Something Went Wrong. Reload the page and try again.',
    'We can’t reach the server. Please try again.',
  ])
})
