import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { encodingFor } from './compressed.ts'

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
    response.type(extname(path)).set('Content-Encoding', encoding)
    request.url = path + suffixes[encoding]
    return whole(request, response, next)
  }
}
