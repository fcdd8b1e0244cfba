import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler } from 'express'
import { encodingFor } from './compressed.ts'

/** The folder of what was built, with a slash at its end. */
export const built = fileURLToPath(new URL('../../web/dist/public/', import.meta.url))

type Options = NonNullable<Parameters<typeof express.static>[1]>

const suffixes = { br: '.br', gzip: '.gz' }

/**
 * The files of a folder, as they were compressed when they were built (`web/dist/public`), where a browser takes them so.
 * A compressed one is sent whole, never in ranges.
 */
export function builtFiles(folder: string, options: Options): RequestHandler {
  const plain = express.static(folder, options)
  const whole = express.static(folder, { ...options, acceptRanges: false })
  return (request, response, next) => {
    const { path } = request
    // Nothing that was built is called otherwise; what else may be asked for is the other handler's matter.
    const there = /^\/[\w./-]+\.\w+$/.test(path) && !path.includes('..')
    const compressed = there
      ? (['br', 'gzip'] as const).filter((each) => existsSync(join(folder, path + suffixes[each])))
      : []
    if (compressed.length === 0) return plain(request, response, next)
    response.vary('Accept-Encoding')
    const encoding = encodingFor(request, compressed)
    if (!encoding) return plain(request, response, next)
    const { url } = request
    response.type(extname(path)).set('Content-Encoding', encoding)
    request.url = path + suffixes[encoding]
    return whole(request, response, (error) => {
      // It is not sent after all: its name begins with a dot, say. What is answered instead has no encoding yet.
      response.removeHeader('Content-Encoding')
      response.removeHeader('Content-Type')
      request.url = url
      next(error)
    })
  }
}

// The app's page is one for all its paths: which code a path needs is known to the router alone, once that has come. Said
// in the HTML it comes beside it.

type Chunk = { file: string; css?: string[]; imports?: string[] }

/** The sources that the most visited paths of the app are drawn by, besides what every page has. */
const sources: [path: RegExp, source: string][] = [
  [/^\/dashboard$/, 'order/projects/dashboard.tsx'],
  [/^\/order-detail\/[^/]+$/, 'order/order.tsx'],
  [/^\/orders$/, 'order/desk/orders.tsx'],
]

/**
 * What was built, by the names of its sources; undefined where nothing is, or it is being written. It is read again once it was
 * built anew.
 */
export function builtManifest(folder: string): Record<string, Chunk> | undefined {
  const file = `${folder}.vite/manifest.json`
  try {
    const builtAt = statSync(file).mtimeMs
    if (known?.file !== file || known.builtAt !== builtAt) {
      known = { file, builtAt, manifest: JSON.parse(readFileSync(file, 'utf8')) }
    }
    return known.manifest
  } catch {
    return undefined
  }
}
/** The manifest as it was read last, and when it was built, in milliseconds since 1970. */
let known: { file: string; builtAt: number; manifest: Record<string, Chunk> } | undefined

/** The links that have a browser load, with the page, what draws it at a path: none for other paths. */
export function preloadsFor(path: string, folder: string): string {
  const source = sources.find(([of]) => of.test(path))?.[1]
  const manifest = source && builtManifest(folder)
  if (!manifest) return ''
  const chunks = new Map<string, Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(name)) return
    chunks.set(name, chunk)
    chunk.imports?.forEach(visit)
  }
  visit(source)
  const sheets = [...new Set([...chunks.values()].flatMap(({ css = [] }) => css))]
  return [
    ...[...chunks.values()].map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...sheets.map((sheet) => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
  ].join('')
}
