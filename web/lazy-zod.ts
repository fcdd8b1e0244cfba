import { HttpError, isServerUp } from './http.ts'

// Stands for `import … from 'zod'` in the built pages (vite.config.ts). It notes how schemas are made, and makes them by
// the library at the first check. It is loaded then, so that no page is drawn later for it.

let library: typeof import('zod').z | undefined
let loading: Promise<void> | undefined

/** Loads what schemas check with, once; from then on they are what the library makes. Throws `HttpError`. */
export function loadZod(): Promise<void> {
  loading ??= import('zod').then(
    (zod) => {
      zod.config({ jitless: true }) // the content security policy lets no code be made of texts
      library = zod
    },
    async () => {
      loading = undefined
      // Many browsers remember that it did not come, and a newer server has another: only another document has it.
      const message = (await isServerUp())
        ? 'Something Went Wrong. Reload the page and try again.'
        : 'We can’t reach the server. Please try again.'
      throw new HttpError(0, { message })
    },
  )
  return loading
}

const written = Symbol('written')
const checks: ReadonlySet<PropertyKey> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

function notLoaded(): never {
  throw new Error('This is asked of a schema before loadZod()')
}

/** Records what is read from the library and called: what is read of it, or called on it, is written down in turn. */
function deferred(make: () => unknown): unknown {
  let made: unknown
  const get = () => {
    made ??= make()
    return made as Record<PropertyKey, unknown>
  }
  return new Proxy(() => {}, {
    get(_, name) {
      if (name === written) return get
      if (library) {
        const value = get()[name]
        return typeof value === 'function' ? (...args: unknown[]) => value.apply(get(), args.map(taken)) : value
      }
      if (typeof name === 'symbol' || checks.has(name)) return notLoaded()
      return member(get, name)
    },
    has: (_, name) => name === written || (library ? name in get() : notLoaded()),
    ownKeys: () => (library ? Reflect.ownKeys(get()) : notLoaded()),
    getOwnPropertyDescriptor: (_, name) =>
      library && name in get() ? { value: get()[name], enumerable: true, configurable: true } : undefined,
  })
}

/** A property of something written down, which may be called. */
function member(owner: () => Record<PropertyKey, unknown>, name: string): unknown {
  const read = deferred(() => owner()[name]) as object
  return new Proxy(read, {
    apply: (_, __, args: unknown[]) =>
      deferred(() => (owner()[name] as (...args: unknown[]) => unknown)(...args.map(taken))),
  })
}

/** An argument with what was written down in it made. */
function taken(value: unknown): unknown {
  if (typeof value === 'function') return written in value ? (value as unknown as Written)[written]() : value
  if (Array.isArray(value)) return value.map(taken)
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, taken(each)]))
}
type Written = { [written](): unknown }

/** The schemas of the library's own `z`. */
export const z = deferred(() => library ?? notLoaded())
