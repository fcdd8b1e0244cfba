// Replaces `import … from 'zod'` in the pages (vite.config.ts, docs/decisions/0083).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import * as zod from 'zod'

const root = join(import.meta.dirname, '../../..')
const later = join(root, 'web/lazy-zod.ts')
const inUse = '\0zod'

/** Gives pages `web/lazy-zod.ts` for zod, which loads the library once something is checked: what the house asks of it, no more. */
export const zodWhenChecked: Plugin = {
  name: 'zod-when-checked',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== 'zod' || importer === inUse || this.environment.config.consumer !== 'client') return
    return importer === later ? inUse : later
  },
  load(id) {
    if (id !== inUse) return
    return `import { config } from 'zod'
      import { inputMessage } from ${JSON.stringify(join(root, 'domain/words/input-message.ts'))}
      config({ localeError: inputMessage })
      export { config, ${namesInUse().join(', ')} } from 'zod'`
  },
}

/** The names of `z` in the sources of pages, types apart. */
function namesInUse(): string[] {
  const paths = ['domain', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  )
  const texts = paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path)).map((path) => readFileSync(path, 'utf8'))
  const names = new Set(texts.flatMap((text) => [...text.matchAll(/\bz\.(\w+)/g)].map(([, name]) => name!)))
  names.delete('core') // its types alone
  return [...names].filter((name) => name in zod).sort()
}
