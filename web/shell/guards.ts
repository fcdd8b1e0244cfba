import { type MiddlewareFunction, redirect } from 'react-router-dom'
import type { SessionUser } from '#domain/account/account.ts'
import { HttpError } from '#web/http.ts'
import { rememberPath } from './previous-path.ts'
import { session } from './session.ts'

/** Requires a session: else to /login, and back here afterwards. No loader below runs before. */
export const requireUser: MiddlewareFunction = async ({ request }) => {
  await signedInUser(request)
}

/** Lets only admins pass. */
export const requireAdmin: MiddlewareFunction = async ({ request }) => {
  const user = await signedInUser(request)
  if (!user.admin) throw redirect('/login')
}

/** Redirects a logged-in person to their home page. */
export const requireVisitor: MiddlewareFunction = async () => {
  const { user } = await session()
  if (user) throw redirect(homeOf(user))
}

/** Where a person's work is. */
export const homeOf = (user: SessionUser): string => (user.admin ? '/orders' : '/dashboard')

async function signedInUser(request: Request): Promise<SessionUser> {
  const { user, unreachable } = await session()
  if (user) return user
  if (unreachable) throw new HttpError(0, { message: 'The server does not answer, so we cannot tell who you are.' })
  rememberPath(request.url)
  throw redirect('/login')
}
