import { z } from 'zod'
import type { Aggregate, EventOf, Recorded } from '../event.ts'
import { definitionOf, type MailName, type MailValues } from './mails.ts'
import { fillMail, type MailText } from './template.ts'

/** The texts that the agency wrote instead of those it began with, by the mail. What is absent is as it began. */
export const mailTexts = z.record(z.string(), z.object({ subject: z.string().optional(), text: z.string().optional() }))
export type MailTexts = z.infer<typeof mailTexts>

/** The data of each event by its type: all that was written, not what changed. */
export const mailTextEvents = { MailTextsRevised: z.object({ texts: mailTexts }) }
export type MailTextEvent = EventOf<typeof mailTextEvents>

/** The one set of texts there is. */
export const mailTextsId = '1'

export const mailTextsOfAgency: Aggregate<MailTexts, MailTextEvent> = {
  name: 'mail-texts',
  initial: {},
  evolve(_: MailTexts, { type, data }: Recorded<MailTextEvent>): MailTexts {
    switch (type) {
      case 'MailTextsRevised':
        return data.texts
    }
  },
}

/** The text that every agency begins with. */
export const defaultText = (mail: MailName): MailText => {
  const { subject, text } = definitionOf(mail)
  return { subject, text }
}

/** A mail's text as it is sent: what the agency wrote, or what it began with. */
export const mailTextOf = (mail: MailName, texts: MailTexts): MailText => ({ ...defaultText(mail), ...texts[mail] })

/** What a mail says, in the agency's words. */
export const mailContent = <Name extends MailName>(mail: Name, texts: MailTexts, values: MailValues<Name>) =>
  fillMail(mail, mailTextOf(mail, texts), values)
