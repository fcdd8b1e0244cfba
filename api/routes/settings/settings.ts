import type { AppContext } from '#api/app-context.ts'
import { mailOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import type { SignedIn } from '#api/http/session.ts'
import { e164 } from '#api/routes/account/phone.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { fillMail, mailTextOf, mailTextsId, mailTextsOfAgency, sampleValues } from '#domain/mail/mail-texts.ts'
import { mailNames } from '#domain/mail/mails.ts'
import { brandOf, renderMail } from '#domain/mail/render-mail.ts'
import { agencyCommands } from '#domain/settings/actions.ts'
import { type Agency, agencies, publicPart, unsetParts, type WireAgency } from '#domain/settings/agency.ts'
import { agencyId, agencyName } from '#domain/settings/brand.ts'
import { portfolioId, portfolios, publishedWorks } from '#domain/settings/portfolio.ts'
import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import { termsId, termsOfAgency, termsPage } from '#domain/settings/terms.ts'
import { changesOf, settings } from '#domain/settings/versions.ts'
import { loadAgency } from '#infra/agency.ts'
import { type CommandHandler, isUnusable, loadUsable } from '#infra/events/command-handler.ts'
import { readBackwards } from '#infra/events/store.ts'
import { insteadOf, isUnavailable } from '#infra/unavailable.ts'

/**
 * What the agency sets, and how it came to be what it is. It sets its name and how it is reached and paid, its prices, terms and
 * portfolio, and the words of its mails.
 */
export const settingRoutes = ({ events, handler, mailer, sessions, settings: serverSettings }: AppContext) =>
  ({
    async getAgency({ person, request, response }) {
      const signedIn = person !== undefined || (await sessions.of(request, response)) !== undefined
      // Where they are set it must be said that they are damaged, and not that there are none.
      return { data: [wireOf(signedIn, await handler.load(agencies, agencyId))] }
    },

    async updateAgency({ body, execute }) {
      const { contact } = body
      const reached = contact && { ...contact, phone: await e164(contact.phone, 'contact.phone') }
      return execute(agencyCommands.reviseAgency, agencyId, { ...body, contact: reached })
    },

    async getPricing() {
      const { state, revision } = await handler.load(prices, priceListId)
      return { data: [{ ...pricesToWire(state), revision }] as const }
    },

    async getTerms() {
      const { state: texts, revision } = await handler.load(termsOfAgency, termsId)
      return { data: [{ ...termsPage(texts), texts, revision }] }
    },

    async getWorks() {
      const { state, revision } = await handler.load(portfolios, portfolioId)
      return { data: publishedWorks(state, serverSettings.demo), texts: state, revision }
    },

    async getSettingVersions({ query: { of: name, limit, after } }) {
      const { aggregate, id } = settings[name]
      const { revision } = await handler.load(aggregate, id)
      // One more than is shown: what an event changed is told by the one before it.
      const page = { revision, before: after, limit: limit + 1 }
      const { events: read } = await readBackwards(events, streamOf(aggregate, id), page)
      const shown = read.slice(0, limit)
      const data = shown.map((event, at) => ({
        revision: event.revision,
        by: event.by.name,
        at: event.at,
        changes: changesOf(name, event as Recorded, read[at + 1]),
      }))
      return { data, next: read.length > limit ? String(shown.at(-1)!.revision) : undefined }
    },

    async getMailTexts() {
      const { state, revision } = await handler.load(mailTextsOfAgency, mailTextsId)
      return { data: mailNames.map((mail) => ({ mail, ...mailTextOf(mail, state) })), revision }
    },

    async sendTestMail({ person, account, request, body: { mail, ...text } }) {
      const idempotencyKey = request.get('Idempotency-Key')
      const key = idempotencyKey && `test mail ${person.id} ${idempotencyKey}`
      const agency = await loadAgency(handler)
      const origin = mailOrigin(request, serverSettings) ?? ''
      const content = fillMail(mail, text, sampleValues(mail, { agency: agencyName(agency), origin }))
      await mailer.send({ to: account.email, ...renderMail(content, brandOf(agency, origin)), key }, { awaited: true })
      return { message: `Sent to ${account.email}` }
    },
  }) satisfies Partial<Routes>

/** The agency as a caller may see it: all that is set with a session, the public part without; nothing where it is damaged. */
export async function agencyFor(signedIn: SignedIn | undefined, handler: CommandHandler): Promise<WireAgency> {
  return wireOf(signedIn !== undefined, await loadUsable(handler, agencies, agencyId))
}

function wireOf(signedIn: boolean, { state, revision }: { state: Agency; revision: number }): WireAgency {
  return { ...(signedIn ? state : publicPart(state)), revision }
}

/**
 * The lines of the start about settings that clients lack, and where to set them; none when they lack nothing. The store
 * reports damaged settings itself. A store that is away now is no reason not to start.
 */
export async function unsetLines(handler: CommandHandler, url: string, demo: boolean): Promise<string[]> {
  const isAwayOrUnusable = (error: unknown) => isUnusable(error) || isUnavailable(error)
  const [agency, portfolio] = await Promise.all([
    handler.load(agencies, agencyId).catch(insteadOf(isAwayOrUnusable, undefined)),
    handler.load(portfolios, portfolioId).catch(insteadOf(isAwayOrUnusable, undefined)),
  ])
  if (!agency) return []
  const hasWorks = !portfolio || publishedWorks(portfolio.state, demo).length > 0
  const missing = [...unsetParts(agency.state), ...(hasWorks ? [] : ['portfolio'])]
  if (missing.length === 0) return []
  const shown = agency.state.bank || agency.state.upi ? 'only what is set' : 'no payment details'
  return [
    `agency settings missing: ${missing.join(', ')}. Clients see ${shown} until an admin adds them at ${url}/agency`,
  ]
}
