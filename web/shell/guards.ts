import { type LoaderFunction, type MiddlewareFunction, redirectDocument, replace } from 'react-router-dom'
import type { SessionUser } from '#domain/contract/account.ts'
import { HttpError } from '#web/http.ts'
import { isText, localStore, shapeOf } from '#web/kit/storage.ts'
import { viewedClient, viewedPath } from '#web/view-as.ts'
import { isLeft } from './belongings.ts'
import { session } from './session.ts'

/** Requires a session: else to /login, and back here afterwards. No loader below runs before. */
export const requireUser: MiddlewareFunction = async ({ request }) => {
  await signedInUser(request)
}

/** Lets only admins pass. */
export const requireAdmin: MiddlewareFunction = async ({ request }) => {
  const user = await signedInUser(request)
  if (!user.admin) throw replace('/login')
}

/** Redirects a logged-in person to their home page. */
export const requireVisitor: MiddlewareFunction = async () => {
  const { user } = await session()
  if (user) throw replace(homeOf(user))
}

/** Where a person's work is. */
export const homeOf = (user: SessionUser): string => (user.admin ? '/orders' : '/dashboard')

/** While an admin looks as a client: only the pages that can be looked at so. All others lead to the client's dashboard. */
export const onlyViewable: MiddlewareFunction = async ({ request }) => {
  if (viewedClient !== undefined && !viewedPath(new URL(request.url).pathname)) throw replace('/dashboard')
}

/** Opens a page as a client sees it: in a document of its own. */
export const openView: LoaderFunction = ({ request }) => {
  const { pathname, search } = new URL(request.url)
  throw redirectDocument(pathname + search)
}

async function signedInUser(request: Request): Promise<SessionUser> {
  const { user, unreachable, refused } = await session()
  if (user) return user
  if (refused !== undefined) throw new HttpError(403, { message: refused })
  if (unreachable)
    throw new HttpError(0, { message: 'We can’t reach the server to check your login. Please try again.' })
  saveReturnPath(request.url)
  // By its whole address: the login stands outside of a view as a client.
  throw replace(viewedClient === undefined ? '/login' : `${location.origin}/login`)
}

const returnPathKey = 'return-path'
const returnPathShape = shapeOf<{ path: string; at: number }>(({ path, at }) => isText(path) && Number.isFinite(at))
const returnPathMs = 60 * 60 * 1000

/** Keeps where a person was going, so that they arrive there once they are logged in; unless they have just logged out. */
export function saveReturnPath(url: string): void {
  const path = pathOn(location.origin, url)
  if (path && !isLeft()) localStore.write(returnPathKey, { path, at: Date.now() })
}

/**
 * Returns and removes the path that was remembered within the last hour; undefined where there is none. For a new
 * client only one that every account has: they may see nothing else.
 */
export function takeReturnPath(isNew: boolean): string | undefined {
  const { path, at } = localStore.read(returnPathKey, returnPathShape) ?? { path: '', at: 0 }
  localStore.remove(returnPathKey)
  if (Date.now() - at > returnPathMs || (isNew && !/^\/(history|settings)\b/.test(path))) return undefined
  return pathOn(location.origin, path)
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
