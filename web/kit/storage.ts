/** The shape of a stored value: a schema of zod's, or a check by hand. */
export type Shape<T> = { safeParse(value: unknown): { data?: T | undefined } }

/** A shape by hand, for pages that are drawn before zod is there. */
export const shapeOf = <T>(fits: (value: Partial<Record<keyof T, unknown>>) => boolean): Shape<T> => ({
  safeParse: (value) => (value && typeof value === 'object' && fits(value) ? { data: value as T } : {}),
})

/** Whether a value is a text, for shapes by hand. */
export const isText = (value: unknown): boolean => typeof value === 'string'

/** The shape of a list by hand: each of its values fits. */
export function listShapeOf<T>(fits: (value: Partial<Record<keyof T, unknown>>) => boolean): Shape<T[]> {
  const { safeParse } = shapeOf<T>(fits)
  const isList = (value: unknown): value is T[] => Array.isArray(value) && value.every((each) => safeParse(each).data)
  return { safeParse: (value) => (isList(value) ? { data: value } : {}) }
}

/** Texts and values by key, kept by the browser. No method throws. */
export type BrowserStore = ReturnType<typeof browserStore>

/**
 * A store on one of the browser's storages, which may be refused, full, or hold something broken. What the browser does
 * not take is kept for as long as the page is open.
 */
export function browserStore(storage: () => Storage) {
  const refused = new Map<string, string>()
  let accepts = (_key: string) => true

  function get(key: string): string | undefined {
    try {
      return refused.get(key) ?? storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  }

  function set(key: string, text: string): void {
    if (!accepts(key)) return
    try {
      storage().setItem(key, text)
      refused.delete(key)
    } catch {
      refused.set(key, text)
    }
  }

  function remove(key: string): void {
    refused.delete(key)
    try {
      if (storage().getItem(key) === null) return
      storage().removeItem(key)
      for (const each of [...refused]) set(...each) // there may be room now
    } catch {
      // Nothing is kept where nothing may be.
    }
  }

  /** Stores nothing but what is under these keys from now on: not what a page that is being left would still write. */
  function acceptOnly(isAccepted: (key: string) => boolean): void {
    accepts = isAccepted
  }

  /** Returns all entries, by key. */
  function entries(): [key: string, text: string][] {
    try {
      return Object.entries({ ...storage(), ...Object.fromEntries(refused) })
    } catch {
      return [...refused]
    }
  }

  return {
    get,
    set,
    remove,
    entries,
    acceptOnly,
    /** The keys of what the browser did not take. */
    unstored: (): string[] => [...refused.keys()],
    /** Removes what is not under these keys, and accepts no others from now on. */
    keepOnly(isRetained: (key: string) => boolean): void {
      for (const [key] of entries()) if (!isRetained(key)) remove(key)
      acceptOnly(isRetained)
    },
    /** A value as `write` kept it; undefined when there is none, or none of this shape. */
    read<T>(key: string, shape: Shape<T>): T | undefined {
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

/** The storage that outlives the window: shared by every window of this browser. */
export const localStore = browserStore(() => localStorage)

/** The storage that outlives a reload, in this window alone. */
export const sessionStore = browserStore(() => sessionStorage)
