import type { ApiKeyEvent } from '../api-key/api-key.ts'
import type { FitTestEvent } from '../funnel/fit-tests.ts'
import type { FunnelEvent, FunnelStep } from '../funnel/steps.ts'
import type { MailTextEvent } from '../mail/mail-texts.ts'
import type { AgencyEvent } from '../settings/agency.ts'
import type { PortfolioEvent } from '../settings/portfolio.ts'
import type { PricesEvent } from '../settings/prices.ts'
import type { TermsEvent } from '../settings/terms.ts'
import type { StoreEvent } from '../store/store.ts'
import type { TemplateEvent } from '../template/template.ts'
import type { WebhookEvent } from '../webhook/webhook.ts'
import type { ActivityTable } from './table.ts'

const screens: Record<FunnelStep, string> = {
  start: 'A visitor opened the test',
  test: 'A visitor started the fit test',
  failed: 'A visitor failed the fit test',
  success: 'A visitor passed the fit test',
  details: 'A visitor reached the details form',
  analyzing: 'A visitor sent their details',
  pricing: 'A visitor saw the prices',
  offerings: 'A visitor saw the offerings',
  confirm: 'A visitor reached the registration form',
  registered: 'A visitor registered',
}

export const funnelLines: ActivityTable<FunnelEvent> = {
  FunnelStepReached: { kind: 'visits.funnel', says: ({ step }) => screens[step] ?? 'A visitor reached the next step' },
}

export const fitTestLines: ActivityTable<FitTestEvent> = {
  FitTestFailed: {
    kind: 'visits.tests',
    says: ({ failed }) => `Failed the fit test on ${failed.length} of 5 questions`,
  },
}

export const templateLines: ActivityTable<TemplateEvent> = {
  QuestionsRevised: { kind: 'templates.questions', says: 'Changed the questionnaire' },
  StepsRevised: { kind: 'templates.steps', says: 'Changed the progress tracker' },
}

export const agencyLines: ActivityTable<AgencyEvent> = {
  AgencyRevised: { kind: 'settings.agency', says: 'Changed the agency details' },
}
export const pricesLines: ActivityTable<PricesEvent> = {
  PricesRevised: { kind: 'settings.prices', says: 'Changed the prices' },
}
export const termsLines: ActivityTable<TermsEvent> = {
  TermsRevised: { kind: 'settings.terms', says: 'Changed the terms' },
}
export const portfolioLines: ActivityTable<PortfolioEvent> = {
  PortfolioRevised: { kind: 'settings.portfolio', says: 'Changed the portfolio' },
}
export const mailTextLines: ActivityTable<MailTextEvent> = {
  MailTextsRevised: { kind: 'settings.mails', says: 'Changed the email texts' },
}

export const apiKeyLines: ActivityTable<ApiKeyEvent> = {
  ApiKeyCreated: { kind: 'integrations.keys', says: ({ scopes }) => `Created an API key for ${scopes.join(', ')}` },
  ApiKeyRevoked: { kind: 'integrations.keys', says: 'Revoked the API key' },
}

export const webhookLines: ActivityTable<WebhookEvent> = {
  WebhookAdded: { kind: 'integrations.webhooks', says: 'Added the webhook' },
  WebhookRevised: { kind: 'integrations.webhooks', says: 'Changed the webhook’s events or URL' },
  WebhookSecretRotated: { kind: 'integrations.webhooks', says: 'Created a new webhook secret' },
  WebhookSwitchedOn: { kind: 'integrations.webhooks', says: 'Turned on the webhook' },
  WebhookSwitchedOff: {
    kind: 'integrations.webhooks',
    says: ({ because }) => (because === 'failures' ? 'Turned off after too many failures' : 'Turned off the webhook'),
  },
  WebhookFailing: { kind: 'integrations.webhooks', says: 'The webhook isn’t responding' },
  WebhookRecovered: { kind: 'integrations.webhooks', says: 'The webhook is responding again' },
  WebhookRemoved: { kind: 'integrations.webhooks', says: 'Removed the webhook' },
}

export const storeLines: ActivityTable<StoreEvent> = {
  StoreRestored: {
    kind: 'store.backups',
    says: ({ events }) => `Restored from a backup of ${events.toLocaleString('en-IN')} events`,
  },
  StoreSealed: {
    kind: 'store.backups',
    says: ({ events }) => `Encrypted the personal data of ${events.toLocaleString('en-IN')} events during migration`,
  },
  AddressKeyNamed: { kind: 'store.backups', says: 'Recorded the key used to find accounts by email address' },
  DailyHeadRecorded: {
    kind: 'store.proof',
    says: ({ events }) => `Recorded the daily fingerprint of ${events.toLocaleString('en-IN')} events`,
  },
}
