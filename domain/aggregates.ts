import { accounts } from './account/actions.ts'
import { addressClaims } from './account/address-claim.ts'
import { departures } from './account/departures.ts'
import { setUps } from './account/set-up.ts'
import { subscriptions } from './account/subscription.ts'
import { webhooks } from './integrations/actions.ts'
import { apiKeys } from './integrations/api-key.ts'
import { leads } from './lead/actions.ts'
import { mailTextsOfAgency } from './mail/mail-texts.ts'
import { orders } from './order/actions.ts'
import { documentNumbers } from './order/document-numbers.ts'
import { templates } from './questionnaire/template.ts'
import { agencies } from './settings/agency.ts'
import { portfolios } from './settings/portfolio.ts'
import { prices } from './settings/prices.ts'
import { termsOfAgency } from './settings/terms.ts'
import { fitTests } from './site/fit-tests.ts'
import { funnelDays } from './site/steps.ts'
import { stores } from './store/store.ts'

/** Every aggregate there is, by what the activity calls the subject of its streams. */
export const aggregates = {
  order: orders,
  numbers: documentNumbers,
  account: accounts,
  address: addressClaims,
  'set-up': setUps,
  departures,
  subscription: subscriptions,
  lead: leads,
  funnel: funnelDays,
  'fit-tests': fitTests,
  template: templates,
  agency: agencies,
  prices,
  terms: termsOfAgency,
  portfolio: portfolios,
  mails: mailTextsOfAgency,
  'api-key': apiKeys,
  webhook: webhooks,
  store: stores,
} as const
