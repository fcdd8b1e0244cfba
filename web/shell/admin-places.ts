import type { pages } from '#domain/site/pages.ts'

/**
 * The pages for admins, in the order of the bar, the menu of small screens and the command palette. `apart`: it stands apart
 * from the daily work, at the end of the bar.
 */
export const adminPlaces = [
  { path: '/orders', label: 'Orders' },
  { path: '/leads', label: 'Leads' },
  { path: '/questions', label: 'Question' },
  { path: '/progress-tracker', label: 'P-Tracker' },
  { path: '/people', label: 'People' },
  { path: '/integrations', label: 'Integrations' },
  { path: '/activity', label: 'Activity' },
  { path: '/security', label: 'Security' },
  { path: '/agency', label: 'Agency', apart: true },
] as const satisfies readonly { path: (typeof pages)[number]; label: string; apart?: true }[]

export type AdminPath = (typeof adminPlaces)[number]['path']
