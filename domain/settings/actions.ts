import { commandsOn } from '#domain/action.ts'
import { mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import { reviseMailText } from '#domain/mail/revise-mail-text.ts'
import { agencies } from './agency.ts'
import { portfolios } from './portfolio.ts'
import { prices } from './prices.ts'
import { changeLogo, reviseAgency } from './revise-agency.ts'
import { revisePrices } from './revise-prices.ts'
import { reviseTerms } from './revise-terms.ts'
import { reviseWork } from './revise-work.ts'
import { termsOfAgency } from './terms.ts'

// The settings of the agency. Each setting is one stream, whose events have all that is set.
export const agencyCommands = commandsOn(agencies, { reviseAgency, changeLogo })
export const pricesCommands = commandsOn(prices, { revisePrices })
export const termsCommands = commandsOn(termsOfAgency, { reviseTerms })
export const portfolioCommands = commandsOn(portfolios, { reviseWork })
export const mailTextCommands = commandsOn(mailTextsOfAgency, { reviseMailText })
