import type { Document } from './store.ts'

/**
 * The documents used last, parsed: parsing fifty rows for a list costs six times what finding them does. They are
 * frozen, since everybody is handed the same one. Whoever writes a document has to `forget` it.
 */
export function recentDocuments(size: number) {
  const kept = new Map<string, Document>()
  return {
    get(id: string, read: () => string | undefined): Document | undefined {
      let document = kept.get(id)
      if (document) {
        kept.delete(id) // to come in again as the latest
      } else {
        const body = read()
        if (body === undefined) return undefined
        document = frozen(JSON.parse(body) as Document)
        if (kept.size >= size) kept.delete(kept.keys().next().value!)
      }
      kept.set(id, document)
      return document
    },
    forget: (id: string) => void kept.delete(id),
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
