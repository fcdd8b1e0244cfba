import type { Person } from '#domain/event.ts'
import { useSession } from '#web/shell/session.ts'

/** Who looks at the page, as events name them. Only for pages behind a guard. */
export function useViewer(): Person {
  const { user } = useSession()
  if (!user) throw new Error('This page is for people who are logged in')
  return { id: user.id, name: user.name, role: user.admin ? 'admin' : 'client' }
}
