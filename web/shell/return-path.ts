import { localStore } from '#web/kit/storage.ts'
import { isLeft } from './belongings.ts'

const key = 'previous-url'

/** Keeps where a person was going, so that they arrive there once they are logged in; unless they have just logged out. */
export function saveReturnPath(url: string): void {
  const path = pathOn(location.origin, url)
  if (path && !isLeft()) localStore.set(key, path)
}

/** Returns and removes the remembered path; undefined where there is none. */
export function takeReturnPath(): string | undefined {
  const stored = localStore.get(key)
  localStore.remove(key)
  return stored === undefined ? undefined : pathOn(location.origin, stored)
}

/**
 * The path, search and hash of an address on this origin; undefined for any other. The stored path is checked again
 * when it is read, so that a script which writes to the storage can’t redirect people elsewhere.
 */
export function pathOn(origin: string, url: string): string | undefined {
  if (!URL.canParse(url, origin)) return undefined
  const address = new URL(url, origin)
  if (address.origin !== origin) return undefined
  const path = address.pathname + address.search + address.hash
  // A path of two slashes would be resolved as another host.
  return path.startsWith('//') ? undefined : path
}
