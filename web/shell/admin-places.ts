import type { pages } from '#domain/site/pages.ts'
import type { PaletteItem } from '#web/palette/search.ts'

/** A page for admins. */
type AdminPlace = PaletteItem & {
  path: (typeof pages)[number]
  /** Whether it stands apart from the daily work, at the end of the bar. */
  apart?: true
}

/** The pages for admins, in the order of the bar, the menu of small screens and the command palette. */
export const adminPlaces: readonly AdminPlace[] = [
  { path: '/orders', label: 'Orders', words: 'projects clients list' },
  { path: '/leads', label: 'Leads', words: 'visitors prices funnel call' },
  { path: '/questions', label: 'Question', words: 'questionnaire questions onboarding template' },
  { path: '/progress-tracker', label: 'P-Tracker', words: 'progress tracker steps phases package template' },
  {
    path: '/people',
    label: 'People',
    words: 'clients admins invite suspend two-step verification log out export delete data',
  },
  { path: '/integrations', label: 'Integrations', words: 'api keys webhooks csv export tables download' },
  { path: '/activity', label: 'Activity', words: 'audit history events lines who what when everything' },
  { path: '/security', label: 'Security', words: 'log logins refused limits audit who' },
  {
    path: '/agency',
    label: 'Agency',
    words: 'settings name logo colour contact bank upi payment time zone prices terms portfolio email mail texts',
    apart: true,
  },
]
