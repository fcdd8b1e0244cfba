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

/** The words of the mails, and a try of them. */
export function mailTextRoutes({ handler, mailer, settings }: AppContext) {
  return {
    async getMailTexts() {
      const { state, revision } = await handler.load(mailTextsOfAgency, mailTextsId)
      return { data: mailNames.map((mail) => ({ mail, ...mailTextOf(mail, state) })), revision }
    },

    async sendTestMail({ person, account, request, body: { mail, ...text } }) {
      const idempotencyKey = request.get('Idempotency-Key')
      const key = idempotencyKey && `test mail ${person.id} ${idempotencyKey}`
      const { state: agency } = await loadUsable(handler, agencies, agencyId)
      const origin = mailOrigin(request, settings) ?? ''
      const content = fillMail(mail, text, sampleValues(mail, { agency: agencyName(agency), origin }))
      await mailer.send({ to: account.email, ...renderMail(content, brandOf(agency, origin)), key }, { awaited: true })
      return { message: `Sent to ${account.email}` }
    },
  } satisfies Partial<Routes>
}
