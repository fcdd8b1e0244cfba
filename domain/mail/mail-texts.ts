import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { definitionOf, type MailName, type MailValues } from './mails.ts'
import { fillMail, type MailText } from './template.ts'

/** The texts that the agency wrote instead of those it began with, by the mail. What is absent is as it began. */
const mailTexts = z.record(z.string(), z.object({ subject: z.string().optional(), text: z.string().optional() }))
export type MailTexts = z.infer<typeof mailTexts>

/** The mail texts were revised: it has all of them, not the changes. */
export const MailTextsRevised = defineEvent('MailTextsRevised', allClear({ texts: mailTexts }), {
  kind: 'settings.mails',
  sentence: 'Changed the email texts',
  apply: (_: MailTexts, { texts }): MailTexts => texts,
})

/** An event of the email texts, as answers and live updates have it. */
export const mailTextEvent = wireEvent('MailTextEvent', dataOf({ MailTextsRevised }))

export const mailTextsOfAgency = defineAggregate({
  name: 'mail-texts',
  initial: {} as MailTexts,
  events: { MailTextsRevised },
  live: { to: 'admins', as: mailTextEvent },
})
export type MailTextEvent = EventsOf<typeof mailTextsOfAgency.events>

/** The one set of texts there is. */
export const mailTextsId = '1'

/** The text that every agency begins with. */
export const defaultText = (mail: MailName): MailText => {
  const { subject, text } = definitionOf(mail)
  return { subject, text }
}

/** A mail's text as it is sent: what the agency wrote, or what it began with. */
export const mailTextOf = (mail: MailName, texts: MailTexts): MailText => ({ ...defaultText(mail), ...texts[mail] })

/** The content of a mail, in the agency's words. */
export const mailContent = <Name extends MailName>(mail: Name, texts: MailTexts, values: MailValues<Name>) =>
  fillMail(mail, mailTextOf(mail, texts), values)
