import { z } from 'zod'
import { callsOf } from '#domain/action.ts'
import { mailTextEvent, mailTextsId } from '#domain/mail/mail-texts.ts'
import { writtenMail } from '#domain/mail/revise-mail-text.ts'
import { templateCommands } from '#domain/questionnaire/revise.ts'
import { packageId, packageIdInput, templateEvent } from '#domain/questionnaire/template.ts'
import {
  agencyCommands,
  mailTextCommands,
  portfolioCommands,
  pricesCommands,
  termsCommands,
} from '#domain/settings/actions.ts'
import { agency, agencyEvent } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { portfolioEvent, portfolioId, portfolioTexts, workText } from '#domain/settings/portfolio.ts'
import { priceListId, pricesEvent, wirePrices } from '#domain/settings/prices.ts'
import { termsEvent, termsId, termsTexts } from '#domain/settings/terms.ts'
import { settingNames } from '#domain/settings/versions.ts'
import { termsKeys } from '#domain/site/content.ts'
import type { Call } from './call.ts'
import { changed, message, time, versionsQuery } from './schemas.ts'

const reads = { scope: 'settings:read', roles: ['admin'] } as const
const shown = { scope: 'settings:read', roles: 'anyone', viewable: true } as const
const named = { packageId: packageIdInput }

/** The agency as the caller may see it; `revision` is −1 as long as nothing was ever set. */
export const wireAgency = agency.extend({ revision: z.int() })

/** A project of the portfolio, as visitors see it. */
const wireWork = z.object({ id: z.int(), ...workText, images: z.array(z.string()) })

/** The settings of admins: the templates of new orders, and all that the agency says and shows of itself. */
export const settingsCalls = {
  getSinglePackage: {
    endpoint: 'GET /api/get-single-package',
    summary: 'The questionnaire and progress steps for new orders',
    waits: true,
    ...reads,
    query: z.object(named),
    answer: z.object({
      /** Both as JSON texts. `nextQuestionId` is for a new question; the revision is for `If-Match`. */
      data: z.tuple([
        z.object({
          id: z.int(),
          questions: z.string(),
          progress: z.string(),
          nextQuestionId: z.int(),
          revision: z.int(),
        }),
      ]),
      /** How many orders there are by status: they keep what they were opened with. */
      orders: z.object({ open: z.int(), cancelled: z.int(), completed: z.int() }),
    }),
    problems: [404],
  },
  getPackageVersions: {
    endpoint: 'GET /api/get-package-versions',
    summary: 'Earlier versions of the package, newest first, ready to restore',
    ...reads,
    query: z.object({
      ...named,
      /** Only the versions of the questionnaire, or only those of the progress tracker. */
      of: z.enum(['questions', 'progress']).optional(),
      ...versionsQuery,
    }),
    answer: z.object({
      data: z.array(
        z.object({
          revision: z.int(),
          by: z.string(),
          at: time,
          /** Its description in words. */
          words: z.string(),
          /** The changes: sentences, with the values before and after where they can be shown. */
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
    summary: 'The price list: rupees and dollars as decimal strings',
    revalidated: true,
    ...shown,
    answer: z.object({
      data: z.tuple([wirePrices.extend({ revision: z.int() })]),
    }),
  },
  getAgency: {
    endpoint: 'GET /api/get-agency',
    summary: 'The agency settings; contact, bank and UPI only when logged in',
    ...shown,
    answer: z.object({ data: z.tuple([wireAgency]) }),
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
    summary: 'The terms, with the agency’s own text',
    revalidated: true,
    ...shown,
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
  getWorks: {
    endpoint: 'GET /api/get-works',
    summary: 'The projects of the portfolio: in data those on the website, in texts what the agency wrote of each',
    revalidated: true,
    ...shown,
    answer: z.object({ data: z.array(wireWork), texts: portfolioTexts, revision: z.int() }),
  },
  getMailTexts: {
    endpoint: 'GET /api/get-mail-texts',
    summary: 'The email texts, with placeholders in braces',
    ...reads,
    answer: z.object({
      data: z.array(z.object({ mail: z.string(), subject: z.string(), text: z.string() })),
      revision: z.int(),
    }),
  },
  sendTestMail: {
    endpoint: 'POST /api/test-mail',
    summary: 'Send yourself a test email with sample data',
    roles: ['admin'],
    limit: 'testMail',
    body: writtenMail,
    answer: message,
  },
  getSettingVersions: {
    endpoint: 'GET /api/get-setting-versions',
    summary: 'Earlier versions of a setting, newest first: who changed what and when',
    ...reads,
    query: z.object({
      of: z.enum(settingNames, 'The setting is missing or invalid'),
      ...versionsQuery,
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
  ...callsOf(templateCommands, { ifMatch: true, answer: changed(templateEvent), problems: [404] }, () => packageId),
  ...callsOf(agencyCommands, { ifMatch: true, answer: changed(agencyEvent) }, () => agencyId),
  ...callsOf(pricesCommands, { ifMatch: true, answer: changed(pricesEvent) }, () => priceListId),
  ...callsOf(termsCommands, { ifMatch: true, answer: changed(termsEvent) }, () => termsId),
  ...callsOf(portfolioCommands, { ifMatch: true, answer: changed(portfolioEvent) }, () => portfolioId),
  ...callsOf(mailTextCommands, { ifMatch: true, answer: changed(mailTextEvent) }, () => mailTextsId),
} as const satisfies Record<string, Call>
