import type { Role } from '#domain/event.ts'
import { sections } from '#web/settings/sections.ts'
import { adminPlaces } from '#web/shell/admin-places.ts'
import type { PaletteItem } from './item.ts'

const everyone: readonly PaletteItem[] = [
  {
    label: 'Settings',
    detail: 'Profile, password, notifications, devices',
    words: 'name phone sessions sign log out two-step verification export delete data calendar',
    path: '/settings',
  },
  { label: 'Home', words: 'site landing page', path: '/' },
]

const client: readonly PaletteItem[] = [
  { label: 'Dashboard', words: 'current projects orders', path: '/dashboard' },
  { label: 'History', words: 'completed cancelled projects orders', path: '/history' },
  { label: 'Start another project', words: 'new order questions', path: '/dashboard?another' },
]

/** The parts of the agency's settings, for who searches for one. */
const agencySections: readonly PaletteItem[] = Object.entries(sections)
  .filter(([id]) => id !== 'identity')
  .map(([id, label]) => ({ label, detail: 'Agency', words: 'settings', path: `/agency#${id}` }))

/** The pages that a person of a role may go to; once they search, the parts of pages too. */
export const placesOf = (role: Role, searched: boolean): readonly PaletteItem[] => [
  ...(role === 'admin' ? adminPlaces : client),
  ...(role === 'admin' && searched ? agencySections : []),
  ...everyone,
]
