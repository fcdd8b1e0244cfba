import type { SubjectKind } from '#domain/history/activity.ts'
import type { ActivityArea, ActivityKind } from '#domain/history/kinds.ts'

/** The page’s title of each area. */
export const areaTitles: Record<ActivityArea, string> = {
  orders: 'Projects',
  accounts: 'Accounts',
  leads: 'Leads',
  visits: 'Visits',
  templates: 'Templates',
  settings: 'Settings',
  integrations: 'Integrations',
  store: 'Data store',
}

/** The page’s name of each kind, behind “about”. */
export const kindTitles: Record<ActivityKind, string> = {
  'orders.project': 'projects',
  'orders.steps': 'steps',
  'orders.designs': 'designs',
  'orders.money': 'invoices and payments',
  'orders.proposal': 'proposals',
  'orders.answers': 'answers',
  'orders.messages': 'messages',
  'orders.files': 'files',
  'orders.reading': 'read receipts',
  'accounts.people': 'people',
  'accounts.logins': 'logins',
  'accounts.passwords': 'passwords and codes',
  'accounts.preferences': 'preferences',
  'leads.requests': 'new requests',
  'leads.answers': 'lead changes',
  'visits.funnel': 'the funnel',
  'visits.tests': 'failed fit tests',
  'templates.questions': 'the questionnaire',
  'templates.steps': 'the progress tracker',
  'settings.agency': 'the agency',
  'settings.prices': 'prices',
  'settings.terms': 'terms',
  'settings.portfolio': 'the portfolio',
  'settings.mails': 'email texts',
  'settings.numbers': 'document numbers',
  'integrations.keys': 'API keys',
  'integrations.webhooks': 'webhooks',
  'store.proof': 'daily fingerprints',
  'store.backups': 'backups and keys',
  'store.unknown': 'unknown events',
}

/** The place of a line’s subject: its type, the path to it, and its name where that is always the same. */
type Place = { is: string; name?: string; path?(id: string): string }

/** Each thing that lines are about. */
export const places: Record<SubjectKind, Place> = {
  order: { is: 'project', path: (id) => `/order-detail/${id}?tab=history` },
  numbers: { is: 'settings', name: 'Document numbers', path: () => '/agency#invoices' },
  account: { is: 'account', path: (id) => `/people/${id}` },
  address: { is: 'account', name: 'Someone' },
  'set-up': { is: 'account', name: 'The first admin' },
  departures: { is: 'account', name: 'An admin' },
  subscription: { is: 'account', name: 'A device' },
  lead: { is: 'lead', path: (id) => `/leads?lead=${id}` },
  funnel: { is: 'visits', name: 'The funnel', path: () => '/leads' },
  'fit-tests': { is: 'visits', name: 'The fit test', path: () => '/leads' },
  template: { is: 'template', name: 'Questionnaire', path: () => '/questions' },
  agency: { is: 'settings', name: 'Agency', path: () => '/agency' },
  prices: { is: 'settings', name: 'Prices', path: () => '/agency#prices' },
  terms: { is: 'settings', name: 'Terms', path: () => '/agency#terms' },
  portfolio: { is: 'settings', name: 'Portfolio', path: () => '/agency#portfolio' },
  mails: { is: 'settings', name: 'Email texts', path: () => '/agency#mails' },
  'api-key': { is: 'API key', path: () => '/integrations' },
  webhook: { is: 'webhook', path: () => '/integrations' },
  store: { is: 'store', name: 'All events' },
  other: { is: 'from a newer version' },
}
