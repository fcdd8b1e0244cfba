import { mailTextsId, mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import { agencies, agencyId, agencyName } from '#domain/settings/agency.ts'
import type { CommandHandler } from '../events/command-handler.ts'
import { loadUsable } from '../events/command-handler.ts'
import { createComposer } from './compose.ts'
import { inTheNameOf, type Mailer } from './mailer.ts'

/**
 * Composes the agency's mails, and sends them in its name, both as its settings are by then. `handler` answers the one to
 * read them with.
 */
export function agencyMail(mailer: Mailer, handler: () => Pick<CommandHandler, 'load'>) {
  const agency = async () => (await loadUsable(handler(), agencies, agencyId)).state
  const mailTexts = async () => (await loadUsable(handler(), mailTextsOfAgency, mailTextsId)).state
  return {
    compose: createComposer({ agency, mailTexts }),
    mailer: inTheNameOf(mailer, async () => {
      const known = await agency()
      return { name: agencyName(known), address: known.supportEmail }
    }),
  }
}
