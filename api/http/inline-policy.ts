import type { Response } from 'express'
import type { InlineHashes } from '#domain/site.ts'

/** Lets a page have what stands in itself, and nothing else, beside what its content security policy lets it have. */
export function allowInline(response: Response, { scripts, styles, styleAttributes }: InlineHashes): void {
  const also = {
    'script-src': scripts,
    'style-src': [...styles, ...(styleAttributes.length > 0 ? ['unsafe-hashes', ...styleAttributes] : [])],
  }
  let policy = String(response.get('Content-Security-Policy'))
  for (const [directive, sources] of Object.entries(also)) {
    const quoted = sources.map((source) => ` '${source}'`).join('')
    policy = policy.replace(new RegExp(`(^|;)${directive} 'self'`), (allowed) => allowed + quoted)
  }
  response.set('Content-Security-Policy', policy)
}
