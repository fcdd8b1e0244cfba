import { readFileSync } from 'node:fs'

/** A file of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }

/** The build for browsers stands beside what renders it: `web/dist/public`, `web/dist/server`. */
const folder = new URL('../public/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8')

const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>

/** The built file of a source. */
export function builtFrom(source: string): Chunk {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is not among what was built`)
  return chunk
}

/** Returns what some sources load at once: their scripts and style sheets, as paths, with those of all that they import. */
export function loadedBy(sources: readonly string[]): { scripts: string[]; sheets: string[] } {
  const scripts = new Set<string>()
  const sheets = new Set<string>()
  const visit = (source: string) => {
    const { file, css = [], imports = [] } = builtFrom(source)
    if (scripts.has(`/${file}`)) return
    scripts.add(`/${file}`)
    imports.forEach(visit)
    for (const sheet of css) sheets.add(`/${sheet}`)
  }
  sources.forEach(visit)
  return { scripts: [...scripts], sheets: [...sheets] }
}

/** The text of a built file, by its path. */
export function textOf(path: string): string {
  const text = texts.get(path) ?? read(path.slice(1))
  texts.set(path, text)
  return text
}
const texts = new Map<string, string>()
