import { z } from 'zod'
import { termsKeys } from '../content.ts'
import { mailTextEvents, mailTextsId } from '../mail/mail-texts.ts'
import { reviseMailText, writtenMail } from '../mail/revise-mail-text.ts'
import { agency, agencyEvents } from '../settings/agency.ts'
import { portfolioEvents, portfolioId } from '../settings/portfolio.ts'
import { priceListId, pricesEvents, pricesInput } from '../settings/prices.ts'
import { reviseAgency } from '../settings/revise-agency.ts'
import { revisePrices } from '../settings/revise-prices.ts'
import { reviseTerms } from '../settings/revise-terms.ts'
import { reviseWork } from '../settings/revise-work.ts'
import { termsEvents, termsId, termsTexts } from '../settings/terms.ts'
import { settingNames } from '../settings/versions.ts'
import { reviseQuestions } from '../template/revise-questions.ts'
import { reviseSteps } from '../template/revise-steps.ts'
import { packageId, packageIdInput, templateEvents } from '../template/template.ts'
import { type Call, executing } from './call.ts'
import { changed, message, time, wireEvent } from './schemas.ts'

const admins = ['admin'] as const
const named = { packageId: packageIdInput }

/** An event of the template, as answers and live updates have it. */
export const templateEvent = wireEvent('TemplateEvent', templateEvents)
const templateChanged = changed(templateEvent)

/** The agency as the caller may see it; `revision` is −1 as long as nothing was ever set. */
export const wireAgency = agency.extend({ revision: z.int() })

// The events of what the agency sets, as answers and live updates have them.
export const agencyEvent = wireEvent('AgencyEvent', agencyEvents)
export const pricesEvent = wireEvent('PricesEvent', pricesEvents)
export const termsEvent = wireEvent('TermsEvent', termsEvents)
export const portfolioEvent = wireEvent('PortfolioEvent', portfolioEvents)
export const mailTextEvent = wireEvent('MailTextEvent', mailTextEvents)

/** A project of the portfolio, as visitors see it. */
const wireWork = z.object({
  id: z.int(),
  displayHeading: z.string(),
  title: z.string(),
  description: z.string(),
  client: z.string(),
  role: z.string(),
  website: z.string(),
  points: z.array(z.string()),
  images: z.array(z.string()),
})

/** What admins set: what new orders begin with, and all that the agency says and shows of itself. */
export const settingsCalls = {
  getSinglePackage: {
    endpoint: 'GET /api/get-single-package',
    scope: 'settings:read',
    summary: 'The questionnaire and progress steps for new orders',
    roles: admins,
    query: z.object(named),
    answer: z.object({
      /** Both as JSON texts; the revision is for `If-Match`. */
      data: z.tuple([z.object({ id: z.int(), questions: z.string(), progress: z.string(), revision: z.int() })]),
      /** How many orders there are by status: they keep what they were opened with. */
      orders: z.object({ open: z.int(), cancelled: z.int(), completed: z.int() }),
    }),
    problems: [404],
  },
  updatePackage: {
    endpoint: 'PUT /api/update-package',
    scope: 'settings:write',
    summary: 'Change the questionnaire of new orders',
    roles: admins,
    ...executing(reviseQuestions, () => packageId),
    ifMatch: true,
    answer: templateChanged,
    problems: [404],
  },
  updateProgress: {
    endpoint: 'PUT /api/update-progress',
    scope: 'settings:write',
    summary: 'Change the progress steps of new orders',
    roles: admins,
    ...executing(reviseSteps, () => packageId),
    ifMatch: true,
    answer: templateChanged,
    problems: [404],
  },
  getPackageVersions: {
    endpoint: 'GET /api/get-package-versions',
    scope: 'settings:read',
    summary: 'Earlier versions of the package, newest first, ready to restore',
    roles: admins,
    query: z.object({
      ...named,
      /** Only the versions of the questionnaire, or only those of the progress tracker. */
      of: z.enum(['questions', 'progress']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: z.coerce.number().int().min(0).optional(),
    }),
    answer: z.object({
      data: z.array(
        z.object({
          revision: z.int(),
          by: z.string(),
          at: time,
          /** What it is, in words. */
          words: z.string(),
          /** What was changed: sentences, with what gave way to what where that can be shown. */
          changes: z.array(z.object({ what: z.string(), before: z.string().optional(), after: z.string().optional() })),
          questions: z.string().optional(),
          progress: z.string().optional(),
        }),
      ),
      /** How many versions there are, the one of the beginning among them. */
      count: z.int(),
      next: z.string().optional(),
    }),
    problems: [404],
  },
  getPricing: {
    endpoint: 'GET /api/get-pricing',
    scope: 'settings:read',
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
    endpoint: 'PUT /api/update-prices',
    scope: 'settings:write',
    summary: 'Update the price list; omitted prices stay unchanged',
    roles: admins,
    ...executing(revisePrices, () => priceListId),
    ifMatch: true,
    answer: changed(pricesEvent),
  },
  getAgency: {
    endpoint: 'GET /api/get-agency',
    scope: 'settings:read',
    summary: 'The agency settings; contact, bank and UPI only when logged in',
    roles: 'anyone',
    viewable: true,
    answer: z.object({ data: z.tuple([wireAgency]) }),
  },
  updateAgency: {
    endpoint: 'PUT /api/update-agency',
    scope: 'settings:write',
    summary: 'Update the agency settings; null removes a value, omitted fields stay unchanged',
    roles: admins,
    body: reviseAgency.input,
    ifMatch: true,
    answer: changed(agencyEvent),
  },
  updateLogo: {
    endpoint: 'PUT /api/update-logo',
    scope: 'settings:write',
    summary: 'Upload the logo: one PNG, JPEG or WebP',
    roles: admins,
    limit: 'upload',
    form: z.object({}),
    ifMatch: true,
    answer: changed(agencyEvent),
  },
  getLogo: {
    endpoint: 'GET /api/logo/:filename',
    scope: 'settings:read',
    summary: 'The agency’s logo',
    roles: 'anyone',
    answer: 'file',
    problems: [404],
  },
  getTerms: {
    endpoint: 'GET /api/get-terms',
    scope: 'settings:read',
    summary: 'The terms, with the agency’s own text',
    roles: 'anyone',
    viewable: true,
    answer: z.object({
      data: z.tuple([
        z.object({
          introduction: z.string().optional(),
          sections: z.array(
            z.object({
              key: z.enum(termsKeys).optional(),
              title: z.string(),
              lines: z.array(z.string()),
              text: z.string().optional(),
            }),
          ),
          closing: z.string().optional(),
          texts: termsTexts,
          revision: z.int(),
        }),
      ]),
    }),
  },
  updateTerms: {
    endpoint: 'PUT /api/update-terms',
    scope: 'settings:write',
    summary: 'Update the agency’s own text in the terms; null removes, omitted fields stay unchanged',
    roles: admins,
    ...executing(reviseTerms, () => termsId),
    ifMatch: true,
    answer: changed(termsEvent),
  },
  getWorks: {
    endpoint: 'GET /api/get-works',
    scope: 'settings:read',
    summary: 'The projects of the portfolio',
    roles: 'anyone',
    viewable: true,
    answer: z.object({ data: z.array(wireWork), revision: z.int() }),
  },
  updateWork: {
    endpoint: 'PUT /api/update-work',
    scope: 'settings:write',
    summary: 'Update a portfolio project; null restores the original, omitted fields stay unchanged',
    roles: admins,
    ...executing(reviseWork, () => portfolioId),
    ifMatch: true,
    answer: changed(portfolioEvent),
  },
  getMailTexts: {
    endpoint: 'GET /api/get-mail-texts',
    scope: 'settings:read',
    summary: 'The email texts, with placeholders in braces',
    roles: admins,
    answer: z.object({
      data: z.array(z.object({ mail: z.string(), subject: z.string(), text: z.string() })),
      revision: z.int(),
    }),
  },
  updateMailText: {
    endpoint: 'PUT /api/update-mail-text',
    scope: 'settings:write',
    summary: 'Update an email text; null restores the original, omitted fields stay unchanged',
    roles: admins,
    ...executing(reviseMailText, () => mailTextsId),
    ifMatch: true,
    answer: changed(mailTextEvent),
  },
  sendTestMail: {
    endpoint: 'POST /api/test-mail',
    summary: 'Send yourself a test email with sample data',
    roles: admins,
    limit: 'testMail',
    body: writtenMail,
    answer: message,
  },
  getSettingVersions: {
    endpoint: 'GET /api/get-setting-versions',
    scope: 'settings:read',
    summary: 'Earlier versions of a setting, newest first: who changed what and when',
    roles: admins,
    query: z.object({
      of: z.enum(settingNames, 'The setting is missing or invalid'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: z.coerce.number().int().min(0).optional(),
    }),
    answer: z.object({
      data: z.array(
        z.object({
          revision: z.int(),
          by: z.string(),
          at: time,
          changes: z.array(
            z.object({ field: z.string(), before: z.string().optional(), after: z.string().optional() }),
          ),
        }),
      ),
      next: z.string().optional(),
    }),
  },
} as const satisfies Record<string, Call>
