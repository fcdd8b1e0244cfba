import { z } from 'zod'
import { agency, agencyEvents } from '../settings/agency.ts'
import { pricesInput } from '../settings/prices.ts'
import { reviseAgency } from '../settings/revise-agency.ts'
import { revisePrices } from '../settings/revise-prices.ts'
import { reviseQuestions } from '../template/revise-questions.ts'
import { reviseSteps } from '../template/revise-steps.ts'
import { packageIdInput, templateEvents } from '../template/template.ts'
import type { Call } from './call.ts'
import { changed, time, wireEvent } from './schemas.ts'

const admins = ['admin'] as const
const named = { packageId: packageIdInput }

const templateChanged = changed(wireEvent('TemplateEvent', templateEvents))

/** The agency as someone may see it; `revision` is −1 as long as nothing was ever set. */
export const wireAgency = agency.extend({ revision: z.int() })

/** An event of the agency's settings, as answers and live updates have it. */
export const agencyEvent = wireEvent('AgencyEvent', agencyEvents)

const parts = z.object({ design: z.int(), website: z.int(), crm: z.int(), hosting: z.int(), price: z.int() })

/** What admins set: the questionnaire and the progress steps that new orders begin with, and the prices. */
export const settingsCalls = {
  getSinglePackage: {
    summary: 'The questionnaire and the progress steps that new orders begin with',
    roles: admins,
    query: z.object(named),
    answer: z.object({
      /** Both as JSON texts; the revision is for `If-Match`. */
      data: z.tuple([z.object({ id: z.int(), questions: z.string(), progress: z.string(), revision: z.int() })]),
    }),
    problems: [404],
  },
  updatePackage: {
    summary: 'Change the questionnaire of new orders',
    roles: admins,
    body: reviseQuestions.input,
    ifMatch: true,
    answer: templateChanged,
    problems: [404],
  },
  updateProgress: {
    summary: 'Change the progress steps of new orders',
    roles: admins,
    body: reviseSteps.input,
    ifMatch: true,
    answer: templateChanged,
    problems: [404],
  },
  getPackageVersions: {
    summary: 'What the package was before, newest first, with the texts that restore it',
    roles: admins,
    query: z.object({
      ...named,
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: z.coerce.number().int().min(0).optional(),
    }),
    answer: z.object({
      data: z.array(
        z.object({
          revision: z.int(),
          by: z.string(),
          at: time,
          /** What was changed, in words. */
          words: z.string(),
          questions: z.string().optional(),
          progress: z.string().optional(),
        }),
      ),
      next: z.string().optional(),
    }),
    problems: [404],
  },
  getPricing: {
    summary: 'The price list: rupees and dollars as decimal strings',
    roles: 'anyone',
    viewable: true,
    answer: z.object({
      data: z.tuple([
        z
          .object(
            Object.fromEntries(Object.keys(pricesInput.shape).map((field) => [field, z.string()])) as Record<
              keyof typeof pricesInput.shape,
              z.ZodString
            >,
          )
          .extend({ revision: z.int() }),
      ]),
    }),
  },
  updatePrices: {
    summary: 'Change the price list',
    roles: admins,
    body: revisePrices.input,
    ifMatch: true,
    answer: changed(wireEvent('PricesEvent', { PricesRevised: z.object({ inr: parts, usd: parts }) })),
  },
  getAgency: {
    summary: 'What the agency has set of itself; contact, bank and UPI only with a session',
    roles: 'anyone',
    viewable: true,
    answer: z.object({ data: z.tuple([wireAgency]) }),
  },
  updateAgency: {
    summary: 'Set what the agency is called, how it is reached and paid; null removes, what is left out stays',
    roles: admins,
    body: reviseAgency.input,
    ifMatch: true,
    answer: changed(agencyEvent),
  },
} as const satisfies Record<string, Call>
