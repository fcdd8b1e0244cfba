import { use } from 'react'
import { useRouteLoaderData } from 'react-router-dom'
import type { SessionUser, UploadLimits } from '#domain/contract/account.ts'
import type { Person } from '#domain/event.ts'
import type { WireAgency } from '#domain/settings/agency.ts'
import { call } from '#web/api.ts'
import { takeEarly } from '#web/early.ts'
import { showAgency } from '#web/live/agency.ts'
import { createRetry } from '#web/retry.ts'
import { mayHaveSession, siteData } from '#web/site-data.ts'
import { viewAsHeaders, viewedClient } from '#web/view-as.ts'
import { finishLeaving, keepFor, leave, renewed } from './belongings.ts'

type Session = {
  /** Undefined while no one is logged in. */
  user?: SessionUser
  /** The user’s limits of uploads: there whenever the user is. */
  limits?: UploadLimits
  /** True when the agency, its people and its orders are invented. */
  demo: boolean
  /** True when the server did not answer who is logged in. That is not the same as logged out. */
  unreachable?: true
  /** Why this person may not look at the pages of the client that the address names. */
  refused?: string
}

let pending: Promise<Session> | undefined
let hadSession = false

/**
 * The session of the user. Requested once, until it is renewed, could not be answered, or another window logged in or out. Not
 * requested at all where the browser has no session.
 */
export function session(): Promise<Session> {
  if (hadSession !== mayHaveSession()) pending = undefined
  if (pending) return pending
  hadSession = mayHaveSession()
  if (!hadSession) finishLeaving()
  pending = hadSession ? requested() : known({ demo: siteData()?.demo ?? false })
  return pending
}

/**
 * The session as the server answers. It is requested again where there is no answer. React takes it without waiting once it is
 * there: what the server has rendered is taken over as it stands.
 */
function requested(): Promise<Session> {
  const request = fetchSession()
  request.then((value) => {
    Object.assign(request, { status: 'fulfilled', value })
    if (value.unreachable && pending === request) pending = undefined
  })
  return request
}

/** A promise of what is known already, as React takes it without waiting. */
const known = (value: Session): Promise<Session> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

/** Requests the session again: after a login, a registration, a logout. */
export function renewSession(): Promise<Session> {
  pending = undefined
  return session()
}

/** Logs out, takes everything of the account out of this browser, and returns the message. Throws `HttpError`. */
export const logOut = async (): Promise<string> => (await endSession(() => call('logout'))).message

/**
 * Ends the session by a call, as `leave` does. Where that fails, the server is asked until it says whether the session goes on:
 * drafts must not be lost when it ends one day. Where it has ended all the same, `onEnded` is called.
 */
export async function endSession<Answer>(end: () => Promise<Answer>, onEnded?: () => void): Promise<Answer> {
  try {
    const answer = await leave(end)
    whenEnded = undefined
    retry.stop()
    void renewSession()
    return answer
  } catch (error) {
    whenEnded = onEnded
    void lookWhetherEnded()
    throw error
  }
}

/** Called once the session is known to have been ended by the last call that got no answer. */
let whenEnded: (() => void) | undefined

/** Asks whether the session goes on. Meanwhile the page goes on with the one that it knows. */
async function lookWhetherEnded(): Promise<void> {
  const { unreachable, user } = await fetchSession()
  if (unreachable) return retry.later()
  retry.stop()
  if (user) return
  whenEnded?.()
  dispatchEvent(new Event(renewed)) // which leads to the login
}

const retry = createRetry(lookWhetherEnded)

// Not by `http`: here 401 is an answer like any other, and its body has the agency's name, and whether it is a demo.
async function fetchSession(): Promise<Session> {
  try {
    const headers = { Accept: 'application/json', ...viewAsHeaders }
    const ask = () => fetch('/api/session', { headers })
    const response = await (viewedClient === undefined ? takeEarly('/api/session', ask) : ask())
    const { demo = false, limits, agency, ...answer } = await response.json()
    if (agency) showAgency(agency as WireAgency)
    if (response.status === 401) {
      finishLeaving()
      return { demo: Boolean(demo) }
    }
    if (viewedClient && response.status < 500 && !response.ok) return { demo: false, refused: String(answer.message) }
    if (response.ok) {
      keepFor(answer.id)
      return { user: answer, limits, demo: Boolean(demo) }
    }
  } catch {
    // No network, or a page of a proxy instead of an answer.
  }
  return { demo: false, unreachable: true }
}

/** The session in a component. Suspends on the first visit, until the server has answered. */
export function useSession(): Session {
  const root = useRouteLoaderData<{ session: Promise<Session> }>('root')
  return use(root?.session ?? session())
}

/** The limits of uploads, in a component that only those see who are logged in. The server has the last word. */
export const useUploadLimits = (): UploadLimits => useSession().limits!

/** The viewer of the page, as events name them. Only for pages behind a guard. */
export function useViewer(): Person {
  const { user } = useSession()
  if (!user) throw new Error('This page is for people who are logged in')
  const known = viewers.get(user)
  if (known) return known
  const viewer: Person = { id: user.id, name: user.name, role: user.admin ? 'admin' : 'client' }
  viewers.set(user, viewer)
  return viewer
}

/** The same for the same person: what is drawn for them is drawn again only when something has changed. */
const viewers = new WeakMap<SessionUser, Person>()
