import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { browserStore } from './storage.ts'

/** A storage as browsers have it, which takes so many characters in all. */
function storageOf(room = Number.POSITIVE_INFINITY): Storage {
  const stored = new Map<string, string>()
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      const others = [...stored].filter(([each]) => each !== key).map(([, each]) => each)
      if ([...others, text].join('').length > room) throw new DOMException('Full', 'QuotaExceededError')
      stored.set(key, text)
    },
    removeItem: (key: string) => void stored.delete(key),
  }
  // As browsers have it: the entries are properties.
  return new Proxy(methods as Storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      stored.has(String(key)) ? { value: stored.get(String(key)), enumerable: true, configurable: true } : undefined,
    get: (_, key) => methods[key as keyof typeof methods] ?? stored.get(String(key)),
  })
}
const refusing = () =>
  browserStore(() => {
    throw new DOMException('Refused', 'SecurityError')
  })
const visit = z.object({ revision: z.int() })

describe('what a browser keeps', () => {
  it('is there for the next page, until it is removed', () => {
    const storage = storageOf()
    browserStore(() => storage).write('visit', { revision: 3 })
    const next = browserStore(() => storage)
    expect(next.read('visit', visit)).toEqual({ revision: 3 })
    next.remove('visit')
    expect(next.read('visit', visit)).toBeUndefined()
    expect(next.get('visit')).toBeUndefined()
  })

  it.each(['{"revision":', '{"revision":"3"}', ''])('is not read when it is broken or of another shape: %j', (text) => {
    const store = browserStore(() => storageOf())
    store.set('visit', text)
    expect(store.read('visit', visit)).toBeUndefined()
  })

  it('goes when its holder does, and is not written again by a page that is being left', () => {
    const storage = storageOf()
    for (const store of [browserStore(() => storage), refusing()]) {
      store.set('draft', 'Dear Meera')
      store.set('theme', 'dark')
      store.keepOnly((key) => key === 'theme')
      store.set('draft', 'Dear Meera, and more')
      store.set('theme', 'light')
      expect([store.get('draft'), store.get('theme')]).toEqual([undefined, 'light'])
      store.keepOnly(() => true)
      store.set('draft', 'Somebody else')
      expect(store.get('draft')).toBe('Somebody else')
    }
  })

  it('is kept for as long as the page is open where the browser refuses its storage', () => {
    const store = refusing()
    store.write('visit', { revision: 3 })
    expect(store.read('visit', visit)).toEqual({ revision: 3 })
    expect(store.get('other')).toBeUndefined()
    store.remove('visit')
    expect(store.get('visit')).toBeUndefined()
  })

  it('names what the browser has not taken, until there is room', () => {
    const storage = storageOf(5)
    const store = browserStore(() => storage)
    store.set('short', 'Hi')
    store.set('draft', 'Hello')
    expect(store.unstored()).toEqual(['draft'])
    store.remove('short')
    expect(store.unstored()).toEqual([])
  })

  it('is the newest text, when there was room for the one before only', () => {
    const storage = storageOf(5)
    const store = browserStore(() => storage)
    store.set('draft', 'Hello')
    store.set('draft', 'Hello there')
    expect(store.get('draft')).toBe('Hello there')
    store.set('draft', 'Bye')
    expect([store.get('draft'), browserStore(() => storage).get('draft')]).toEqual(['Bye', 'Bye'])
  })

  it('is stored as soon as what is removed leaves room for it', () => {
    const storage = storageOf(8)
    const store = browserStore(() => storage)
    store.set('first', 'Hello')
    store.set('second', 'Goodbye')
    store.set('third', 'Bye')
    store.remove('unknown')
    expect(browserStore(() => storage).get('second')).toBeUndefined()
    store.remove('first')
    store.remove('third')
    expect([store.get('second'), browserStore(() => storage).get('second')]).toEqual(['Goodbye', 'Goodbye'])
    store.remove('second')
    expect(store.entries()).toEqual([])
  })
})
