import type { Role } from '#domain/event.ts'
import { adminPlaces } from '#web/shell/admin-places.ts'
import type { PaletteItem } from './item.ts'

const everyone: readonly PaletteItem[] = [
  {
    label: 'Settings',
    detail: 'Profile, password, notifications, devices',
    words: 'name phone sessions sign out',
    path: '/settings',
  },
  { label: 'Home', words: 'site landing page', path: '/' },
]

const client: readonly PaletteItem[] = [
  { label: 'Dashboard', words: 'current projects orders', path: '/dashboard' },
  { label: 'History', words: 'completed cancelled projects orders', path: '/history' },
  { label: 'Start another project', words: 'new order questions', path: '/dashboard?another' },
]

/** The pages that a person of a role may go to. */
export const placesOf = (role: Role): readonly PaletteItem[] => [
  ...(role === 'admin' ? adminPlaces : client),
  ...everyone,
]
