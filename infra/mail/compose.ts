import { brandOf } from '#domain/mail/brand.ts'
import { type MailTexts, mailContent } from '#domain/mail/mail-texts.ts'
import type { MailName, MailValues } from '#domain/mail/mails.ts'
import { type RenderedMail, renderMail } from '#domain/mail/render-mail.ts'
import { type Agency, agencyName } from '#domain/settings/agency.ts'

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
