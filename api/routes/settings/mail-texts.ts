import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { mailOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import { mailTextOf, mailTextsId, mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import { mailNames } from '#domain/mail/mails.ts'
import { brandOf, renderMail } from '#domain/mail/render-mail.ts'
import { fillMail, sampleValues } from '#domain/mail/template.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, agencyName } from '#domain/settings/brand.ts'
import { loadUsable } from '#infra/events/command-handler.ts'

/** How many test mails are remembered as sent, so that a repeated request sends no second one. */
const rememberedTests = 100

/** The words of the mails, and a try of them. */
export function mailTextRoutes({ handler, mailer, settings }: AppContext) {
  /** The sent test mails, by admin and `Idempotency-Key`. */
  const sent = new LRUCache<string, true>({ max: rememberedTests })

  return {
    async getMailTexts() {
      const { state, revision } = await handler.load(mailTextsOfAgency, mailTextsId)
      return { data: mailNames.map((mail) => ({ mail, ...mailTextOf(mail, state) })), revision }
    },

    async sendTestMail({ person, account, request, body: { mail, ...text } }) {
      const key = `${person.id} ${request.get('Idempotency-Key')}`
      const message = `Sent to ${account.email}`
      if (sent.has(key)) return { message }
      const { state: agency } = await loadUsable(handler, agencies, agencyId)
      const origin = mailOrigin(request, settings) ?? ''
      const content = fillMail(mail, text, sampleValues(mail, { agency: agencyName(agency), origin }))
      await mailer.send({ to: account.email, ...renderMail(content, brandOf(agency, origin)) }, { awaited: true })
      if (request.get('Idempotency-Key') !== undefined) sent.set(key, true)
      return { message }
    },
  } satisfies Partial<Routes>
}
