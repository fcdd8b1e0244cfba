import { type MailTexts, mailContent, mailTextsId, mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import type { MailName, MailValues } from '#domain/mail/mails.ts'
import { brandOf, type RenderedMail, renderMail } from '#domain/mail/render-mail.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { type CommandHandler, loadUsable } from '#infra/events/command-handler.ts'
import { inTheNameOf, type Mailer } from './mailer.ts'

type Dependencies = { agency(): Promise<Agency>; mailTexts(): Promise<MailTexts> }

/**
 * Composes a mail in the words, the name and the colours that the agency has set by then. `origin` is where its pages
 * are, such as `https://example.com`.
 */
export type ComposeMail = <Name extends MailName>(
  mail: Name,
  values: Omit<MailValues<Name>, 'agency'>,
  origin: string,
) => Promise<RenderedMail>

export const createComposer =
  ({ agency, mailTexts }: Dependencies): ComposeMail =>
  async (mail, values, origin) => {
    const [known, texts] = await Promise.all([agency(), mailTexts()])
    const filled = { ...values, agency: agencyName(known) } as unknown as MailValues<typeof mail>
    return renderMail(mailContent(mail, texts, filled), brandOf(known, origin))
  }

/** Composes the agency's mails, and sends them in its name, both as its settings are by then. */
export function agencyMail(mailer: Mailer, handler: Pick<CommandHandler, 'load'>) {
  const agency = () => loadAgency(handler)
  const mailTexts = async () => (await loadUsable(handler, mailTextsOfAgency, mailTextsId)).state
  return {
    compose: createComposer({ agency, mailTexts }),
    mailer: inTheNameOf(mailer, async () => {
      const known = await agency()
      return { name: agencyName(known), address: known.supportEmail }
    }),
  }
}
