import type { Document } from './store.ts'

/**
 * An LRU cache of parsed documents: parsing fifty rows for a list costs six times what finding them does. They are
 * frozen, since every reader is handed the same one. A writer has to `forget` the document.
 */
export function createLruCache(size: number) {
  const entries = new Map<string, Document>()
  return {
    get(id: string, read: () => string | undefined): Document | undefined {
      let document = entries.get(id)
      if (document) {
        entries.delete(id) // to come in again as the latest
      } else {
        const body = read()
        if (body === undefined) return undefined
        document = frozen(JSON.parse(body) as Document)
        if (entries.size >= size) entries.delete(entries.keys().next().value!)
      }
      entries.set(id, document)
      return document
    },
    forget: (id: string) => void entries.delete(id),
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
