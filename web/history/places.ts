import type { SubjectKind } from '#domain/history/activity.ts'

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
