import type { SessionUser } from '#domain/contract/account.ts'
import type { Person } from '#domain/event.ts'
import { useSession } from '#web/shell/session.ts'

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
