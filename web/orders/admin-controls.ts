import type { Person } from '#domain/event.ts'
import { session } from '#web/shell/session.ts'
import type { AdminControls } from './context.ts'

let loaded: AdminControls | undefined

/** Loads what an admin changes an order by, unless someone else is logged in. Before the page, so that nothing moves. */
export async function loadAdminControls(): Promise<void> {
  const { user } = await session()
  if (user?.admin) loaded = (await import('../admin/order/controls.ts')).controls
}

/** What an admin changes an order by; undefined for who is none. */
export const adminControls = ({ role }: Person) => (role === 'admin' ? loaded : undefined)
