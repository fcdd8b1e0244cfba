import { type LoaderFunction, type MiddlewareFunction, redirectDocument, replace } from 'react-router-dom'
import type { SessionUser } from '#domain/contract/account.ts'
import { HttpError } from '#web/http.ts'
import { viewedClient, viewedPath } from '#web/view-as.ts'
import { saveReturnPath } from './return-path.ts'
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
