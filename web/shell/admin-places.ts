import type { pages } from '#domain/site/pages.ts'

export type AdminPath = Extract<
  (typeof pages)[number],
  | '/orders'
  | '/leads'
  | '/questions'
  | '/progress-tracker'
  | '/people'
  | '/integrations'
  | '/activity'
  | '/security'
  | '/agency'
>

/** A page for admins. */
type AdminPlace = {
  path: AdminPath
  label: string
  /** Whether it stands apart from the daily work, at the end of the bar. */
  apart?: true
}

/** The pages for admins, in the order of the bar, the menu of small screens and the command palette. */
export const adminPlaces: readonly AdminPlace[] = [
  { path: '/orders', label: 'Orders' },
  { path: '/leads', label: 'Leads' },
  { path: '/questions', label: 'Question' },
  { path: '/progress-tracker', label: 'P-Tracker' },
  { path: '/people', label: 'People' },
  { path: '/integrations', label: 'Integrations' },
  { path: '/activity', label: 'Activity' },
  { path: '/security', label: 'Security' },
  { path: '/agency', label: 'Agency', apart: true },
]
