import { streamOf } from '#domain/event.ts'
import {
  type MailTextEvent,
  type MailTexts,
  mailTextOf,
  mailTextsId,
  mailTextsOfAgency,
} from '#domain/mail/mail-texts.ts'
import { type MailName, mailNames } from '#domain/mail/mails.ts'
import type { MailText } from '#domain/mail/template.ts'
import {
  type PortfolioEvent,
  type PortfolioTexts,
  portfolioId,
  portfolios,
  worksOf,
} from '#domain/settings/portfolio.ts'
import { type PricesEvent, priceListId, prices, pricesToWire, type WirePrices } from '#domain/settings/prices.ts'
import { type TermsEvent, type TermsTexts, termsId, termsOfAgency } from '#domain/settings/terms.ts'
import type { Work } from '#domain/site/works.ts'
import { call } from '#web/api.ts'
import { siteData } from '#web/site-data.ts'
import { liveSetting } from './setting.ts'

export const livePrices = liveSetting<WirePrices>({
  stream: streamOf(prices, priceListId),
  type: 'PricesRevised' satisfies PricesEvent['type'],
  stateOf: pricesToWire,
  async load() {
    const [{ revision, ...state }] = (await call('getPricing')).data
    return { state, revision }
  },
  preloaded: () => siteData()?.prices,
})

/** The live texts around the terms. */
export const liveTerms = liveSetting<TermsTexts>({
  stream: streamOf(termsOfAgency, termsId),
  type: 'TermsRevised' satisfies TermsEvent['type'],
  stateOf: (data: TermsTexts) => data,
  async load() {
    const [{ texts, revision }] = (await call('getTerms')).data
    return { state: texts, revision }
  },
  preloaded: () => siteData()?.terms,
})

export const livePortfolio = liveSetting<Work[]>({
  stream: streamOf(portfolios, portfolioId),
  type: 'PortfolioRevised' satisfies PortfolioEvent['type'],
  stateOf: ({ works }: { works: PortfolioTexts }) => worksOf(works),
  async load() {
    const { data, revision } = await call('getWorks')
    return { state: data, revision }
  },
  preloaded: () => siteData()?.works,
})

type AllMailTexts = Record<MailName, MailText>

/** The text of every mail. For admins. */
export const liveMailTexts = liveSetting<AllMailTexts>({
  stream: streamOf(mailTextsOfAgency, mailTextsId),
  type: 'MailTextsRevised' satisfies MailTextEvent['type'],
  stateOf: ({ texts }: { texts: MailTexts }) =>
    Object.fromEntries(mailNames.map((mail) => [mail, mailTextOf(mail, texts)])) as AllMailTexts,
  async load() {
    const { data, revision } = await call('getMailTexts')
    const texts = data.map(({ mail, subject, text }) => [mail, { subject, text }])
    return { state: Object.fromEntries(texts) as AllMailTexts, revision }
  },
})
