import type { ZodType } from 'zod'

/** Texts and values by key, kept by the browser. No method throws. */
export type BrowserStore = ReturnType<typeof browserStore>

/**
 * A store on one of the browser's storages, which may be refused, full, or hold something broken. What the browser does
 * not take is kept for as long as the page is open.
 */
export function browserStore(storage: () => Storage) {
  const refused = new Map<string, string>()

  function get(key: string): string | undefined {
    try {
      return refused.get(key) ?? storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  }

  function set(key: string, text: string): void {
    try {
      storage().setItem(key, text)
      refused.delete(key)
    } catch {
      refused.set(key, text)
    }
  }

  return {
    get,
    set,
    remove(key: string): void {
      refused.delete(key)
      try {
        storage().removeItem(key)
      } catch {
        // Nothing is kept where nothing may be.
      }
    },
    /** A value as `write` kept it; undefined when there is none, or none of this shape. */
    read<T>(key: string, shape: ZodType<T>): T | undefined {
      try {
        return shape.safeParse(JSON.parse(get(key) ?? 'null')).data
      } catch {
        return undefined
      }
    },
    /** Keeps a value as JSON. */
    write: (key: string, value: unknown): void => set(key, JSON.stringify(value)),
  }
}

/** What outlives the window: shared by every window of this browser. */
export const localStore = browserStore(() => localStorage)

/** What outlives a reload, in this window alone. */
export const sessionStore = browserStore(() => sessionStorage)
